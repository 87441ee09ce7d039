import { join } from "node:path";
import { runFfmpeg } from "../bench/draw-film.ts";

const PICTURES = join(import.meta.dir, "../../demo/pictures");
const SHOT_SECONDS = 5;
const FRAMES_PER_SECOND = 25;

/** Makes a film of two shots from the pictures of the demonstration: the camera moves slowly into each. Returns its path. */
export async function drawScene(ffmpeg: string, folder: string): Promise<string> {
  const pictures = ["dark-alley.jpg", "sunset-beach.jpg"];
  const frames = SHOT_SECONDS * FRAMES_PER_SECOND;
  const shots = pictures.map(
    (_, at) => `[${at}:v]scale=1920:-2,zoompan=z='1+on/1000':d=${frames}:s=960x540:fps=${FRAMES_PER_SECOND}[s${at}]`,
  );
  const joined = `${pictures.map((_, at) => `[s${at}]`).join("")}concat=n=${pictures.length},format=yuv420p[v]`;
  const path = join(folder, "scene.mp4");
  const sound = ["-f", "lavfi", "-i", "anoisesrc=a=0.02:c=pink"];
  const mapped = ["-filter_complex", [...shots, joined].join(";"), "-map", "[v]", "-map", `${pictures.length}:a`];
  const encoding = ["-c:v", "libx264", "-preset", "veryfast", "-c:a", "aac"];
  const length = String(pictures.length * SHOT_SECONDS);
  const inputs = pictures.flatMap((name) => ["-i", join(PICTURES, name)]);
  await runFfmpeg(ffmpeg, [...inputs, ...sound, ...mapped, "-t", length, ...encoding, path]);
  return path;
}

/** Makes a sound that swells and fades, for its waveform. Returns its path. */
export async function makeSound(ffmpeg: string, folder: string): Promise<string> {
  const path = join(folder, "temp track.mp3");
  const tone = "sine=f=220:d=60,volume='0.15+0.8*abs(sin(t/9))*abs(sin(t*3))':eval=frame";
  await runFfmpeg(ffmpeg, ["-f", "lavfi", "-i", tone, path]);
  return path;
}
