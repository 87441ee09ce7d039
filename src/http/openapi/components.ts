type Node = Readonly<Record<string, unknown>>;

/**
 * Converts a tree that contains schemas to plain JSON. Every schema with an `$id` is moved to `schemas` once and replaced by
 * a reference. TypeBox's symbol properties are dropped.
 */
export class SchemaComponents {
  readonly schemas: Record<string, unknown> = {};

  refer(node: unknown): unknown {
    if (Array.isArray(node)) return node.map((entry) => this.refer(entry));
    if (!isNode(node)) return node;
    const { $id: id, ...rest } = node;
    if (typeof id !== "string") return this.#members(node);
    if (!(id in this.schemas)) {
      this.schemas[id] = null;
      this.schemas[id] = this.#members(rest);
    }
    return { $ref: `#/components/schemas/${id}` };
  }

  #members(node: Node): Node {
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, this.refer(value)]));
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}
