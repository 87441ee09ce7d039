/** A recorded request. */
export interface EmbeddingRequest {
  readonly path: string;
  readonly authorization: string | null;
  readonly model: string;
  readonly input: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
}

export type Behaviour = (request: EmbeddingRequest) => Response | Promise<Response>;

/**
 * A local server with OpenAI's API for embeddings. The vector of a text counts the words of `axes` in it, so that texts with
 * the same words are similar. The last number is always 1.
 */
export class LocalEmbeddingServer {
  readonly requests: EmbeddingRequest[] = [];
  axes: readonly string[] = ["calm", "tense", "piano", "synth"];
  behave: Behaviour = (request) => this.answer(request);
  readonly #server: ReturnType<typeof Bun.serve>;

  constructor() {
    this.#server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: async (request) => {
        const body: Readonly<Record<string, unknown>> = JSON.parse(await request.text());
        const recorded = {
          path: `${request.method} ${new URL(request.url).pathname}`,
          authorization: request.headers.get("authorization"),
          model: String(body["model"]),
          input: Array.isArray(body["input"]) ? body["input"].map(String) : [],
          body,
        };
        this.requests.push(recorded);
        return await this.behave(recorded);
      },
    });
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#server.port}/v1`;
  }

  /** Every requested text, except the one that only checks the server. */
  get texts(): readonly string[] {
    return this.requests.flatMap(({ input }) => input).filter((text) => text !== "music");
  }

  vectorOf(text: string): readonly number[] {
    const words = text.toLowerCase().split(/[^a-z]+/);
    return [...this.axes.map((axis) => words.filter((word) => word === axis).length), 1];
  }

  /** Answers correctly. */
  answer({ input, model }: EmbeddingRequest): Response {
    const data = input.map((text, index) => ({ object: "embedding", index, embedding: this.vectorOf(text) }));
    return Response.json({ object: "list", model, data });
  }

  /** Answers with the given vectors, in the order of the texts. */
  static vectors(...vectors: readonly (readonly unknown[])[]): Response {
    return Response.json({ data: vectors.map((embedding, index) => ({ index, embedding })) });
  }

  async stop(): Promise<void> {
    await this.#server.stop(true);
  }
}
