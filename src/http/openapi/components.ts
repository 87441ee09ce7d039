type Node = Readonly<Record<string, unknown>>;

/**
 * Turns a tree with schemas inside into plain JSON in which every schema with an `$id` stands once, in
 * `schemas`, and is referred to from everywhere else. TypeBox keeps its own notes under symbols, which go.
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
