import { type Behave, RawReceiver, sayAndClose } from "./raw-receiver.ts";

/** An answer that fills in the schema. */
export const SEEN = {
  sentence: "A woman waits alone in a wet alley under a neon sign, crying.",
  time_of_day: "night",
  weather: "rain",
  setting: "outdoor",
  places: ["alley"],
  things: ["neon sign"],
  actions: ["waiting"],
  moods: ["lonely"],
};

/**
 * A stand-in for an OpenAI-compatible server with a vision model, on this machine. `behave` gets the socket of each
 * request, so that a test can also do what no HTTP server does.
 */
export class StandInVisionServer {
  behave: Behave = reply(completion(JSON.stringify(SEEN)));
  requests = 0;
  readonly baseUrl: string;
  readonly #receiver: RawReceiver;

  private constructor(receiver: RawReceiver) {
    this.#receiver = receiver;
    this.baseUrl = `http://127.0.0.1:${receiver.port}/v1`;
  }

  static async start(): Promise<StandInVisionServer> {
    const receiver = await RawReceiver.start((socket) => {
      server.requests++;
      server.behave(socket);
    });
    const server = new StandInVisionServer(receiver);
    return server;
  }

  stop(): void {
    this.#receiver.stop();
  }
}

/** Writes a complete response when the request starts to arrive. */
export function reply(body: string, status = "200 OK"): Behave {
  const length = Buffer.byteLength(body);
  return sayAndClose(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${Buffer.from(body).toString("latin1")}`,
  );
}

/** Returns a chat completion with this content. */
export function completion(content: string | null, choice: object = {}, message: object = {}): string {
  return JSON.stringify({ choices: [{ finish_reason: "stop", ...choice, message: { content, ...message } }] });
}
