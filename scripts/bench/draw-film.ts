import { writeFile } from "node:fs/promises";
import { join } from "node:path";

const SCENE_SECONDS = 6;

/** Generates a film: eight scenes of six seconds (moving, still, plain, busy), encoded once and then repeated. */
export async function drawFilm(ffmpeg: string, folder: string, minutes: number): Promise<string> {
  const drawn = [
    "mandelbrot=s=960x540:r=25:end_scale=0.001",
    "testsrc2=s=1920x1080:r=25",
    "gradients=s=1920x1080:r=25:n=6:speed=0.02:seed=3",
    "cellauto=s=960x540:r=25:rule=110",
    "mandelbrot=s=960x540:r=25:start_x=-0.74:start_y=0.18:end_scale=0.01",
    "life=s=480x270:r=25:mold=10:death_color=#203040:life_color=#f0e0c0",
    "smptehdbars=s=1920x1080:r=25",
    "sierpinski=s=960x540:r=25:seed=5",
  ];
  const inputs = [...drawn, "sine=f=220:b=2"].flatMap((source) => ["-f", "lavfi", "-i", source]);
  const scenes = drawn.map(
    (_, index) => `[${index}:v]trim=0:${SCENE_SECONDS},scale=1920x1080,setsar=1,format=yuv420p[s${index}]`,
  );
  const joined = `${drawn.map((_, index) => `[s${index}]`).join("")}concat=n=${drawn.length},noise=alls=6:allf=t[v]`;
  const encoding = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "24", "-maxrate", "6M", "-bufsize", "12M"];
  const length = drawn.length * SCENE_SECONDS;
  const mapped = ["-map", "[v]", "-map", `${drawn.length}:a`, "-t", String(length)];
  const scene = join(folder, "scenes.mp4");
  await runFfmpeg(ffmpeg, [
    ...inputs,
    "-filter_complex",
    [...scenes, joined].join(";"),
    ...mapped,
    ...encoding,
    "-c:a",
    "aac",
    scene,
  ]);
  const list = join(folder, "scenes.txt");
  await writeFile(list, "file scenes.mp4\n".repeat(Math.ceil((minutes * 60) / length)));
  const film = join(folder, "film.mp4");
  await runFfmpeg(ffmpeg, ["-f", "concat", "-i", list, "-c", "copy", "-t", String(minutes * 60), film]);
  return film;
}

/** Runs ffmpeg to its end. Throws if it fails. */
export async function runFfmpeg(ffmpeg: string, options: readonly string[]): Promise<void> {
  const child = Bun.spawn([ffmpeg, "-v", "error", "-y", "-nostdin", ...options], {
    stdout: "ignore",
    stderr: "ignore",
  });
  if ((await child.exited) !== 0) throw new Error(`ffmpeg ${options.join(" ")} failed.`);
}
