import { dlopen, FFIType, ptr } from "bun:ffi";
import { messageOf } from "../lib/assert.ts";

const AF_UNIX = 1;
/** SOCK_DGRAM and SOCK_CLOEXEC on Linux. */
const DATAGRAM = 2 | 0o2000000;
/** MSG_NOSIGNAL and MSG_DONTWAIT: a full queue must not stop the server. */
const WITHOUT_WAITING = 0x4000 | 0x40;
/** Size of sun_path in struct sockaddr_un. */
const PATH_MAX = 108;

/**
 * Sends a state ("READY=1") to the service manager, as sd_notify(3) does. `socket` is the value of NOTIFY_SOCKET: a path,
 * or "@" and an abstract name. Returns null, or the reason if it fails. Bun has no datagram sockets for Unix domains.
 */
export function notifySystemd(socket: string, state: string): string | null {
  const address = addressOf(socket);
  if (address === null) return `NOTIFY_SOCKET: expected an absolute path or @name, got ${JSON.stringify(socket)}`;
  if (process.platform !== "linux") return `there is no systemd on ${process.platform}`;
  try {
    return send(address, Buffer.from(state));
  } catch (error) {
    return messageOf(error);
  }
}

function send(address: Uint8Array, message: Uint8Array): string | null {
  const { i32, u32, u64, i64, ptr: pointer } = FFIType;
  const libc = dlopen("libc.so.6", {
    socket: { args: [i32, i32, i32], returns: i32 },
    sendto: { args: [i32, pointer, u64, i32, pointer, u32], returns: i64 },
    close: { args: [i32], returns: i32 },
  });
  try {
    const { symbols } = libc;
    const file = symbols.socket(AF_UNIX, DATAGRAM, 0);
    if (file < 0) return "no socket could be opened";
    const sent = symbols.sendto(
      file,
      ptr(message),
      message.byteLength,
      WITHOUT_WAITING,
      ptr(address),
      address.byteLength,
    );
    symbols.close(file);
    return Number(sent) === message.byteLength ? null : "the service manager does not receive it";
  } finally {
    libc.close();
  }
}

/** Returns struct sockaddr_un: the family in two bytes, then the path. An abstract name begins with a zero byte. */
function addressOf(socket: string): Uint8Array | null {
  const path = Buffer.from(socket);
  if (!/^[/@]./.test(socket) || path.byteLength >= PATH_MAX) return null;
  const address = new Uint8Array(2 + path.byteLength + (socket.startsWith("@") ? 0 : 1));
  address[0] = AF_UNIX;
  address.set(path, 2);
  if (socket.startsWith("@")) address[2] = 0;
  return address;
}
