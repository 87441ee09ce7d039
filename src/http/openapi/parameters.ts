import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from "../list-query.ts";

const TEXT = { type: "string" };

export const pageSize = {
  name: "page[size]",
  in: "query",
  description: "Maximum number of entries on a page.",
  schema: { type: "integer", minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT },
};

export const pageCursor = {
  name: "page[cursor]",
  in: "query",
  description: "A position in the list, taken from `links.next`.",
  schema: TEXT,
};

export const pageOffset = {
  name: "page[offset]",
  in: "query",
  description: "The number of entries before the page. Not together with `page[cursor]`.",
  schema: { type: "integer", minimum: 0, maximum: 999_999_999, default: 0 },
};

export function pathParameter(name: string, description: string): object {
  return { name, in: "path", required: true, description, schema: TEXT };
}

export const range = {
  name: "Range",
  in: "header",
  description: "One range of bytes. Several ranges or another unit return the complete file.",
  schema: TEXT,
};

/** A `filter[…]` of a list, with its values if they are known. */
export function filterParameter(name: string, description: string, values?: readonly string[]): object {
  return {
    name: `filter[${name}]`,
    in: "query",
    description,
    schema: values === undefined ? TEXT : { ...TEXT, enum: values },
  };
}
