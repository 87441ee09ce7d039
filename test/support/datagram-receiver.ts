import { dlopen, FFIType, ptr } from "bun:ffi";

const AF_UNIX = 1;
const DATAGRAM = 2;
const WITHOUT_WAITING = 0x40;
const MESSAGE_MAX = 4_096;
const { i32, u32, u64, i64, ptr: pointer } = FFIType;

/** A Unix datagram socket, as systemd has one for notifications. Linux only. */
export class DatagramReceiver {
  readonly #libc = dlopen("libc.so.6", {
    socket: { args: [i32, i32, i32], returns: i32 },
    bind: { args: [i32, pointer, u32], returns: i32 },
    recv: { args: [i32, pointer, u64, i32], returns: i64 },
    close: { args: [i32], returns: i32 },
  });
  readonly #file = this.#libc.symbols.socket(AF_UNIX, DATAGRAM, 0);

  /** `path` can begin with "@" for an abstract name. */
  constructor(path: string) {
    const address = Buffer.concat([Uint8Array.of(AF_UNIX, 0), Buffer.from(path.replace(/^@/, "\0"))]);
    if (this.#libc.symbols.bind(this.#file, ptr(address), address.byteLength) !== 0)
      throw new Error(`The socket ${path} could not be bound.`);
  }

  /** Returns the next message, or null if none has arrived. */
  next(): string | null {
    const buffer = new Uint8Array(MESSAGE_MAX);
    const size = Number(this.#libc.symbols.recv(this.#file, ptr(buffer), buffer.byteLength, WITHOUT_WAITING));
    return size < 0 ? null : Buffer.from(buffer.subarray(0, size)).toString();
  }

  close(): void {
    this.#libc.symbols.close(this.#file);
    this.#libc.close();
  }
}
