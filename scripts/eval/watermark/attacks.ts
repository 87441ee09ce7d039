/** What happens to an excerpt on its way to whoever finds it. Options of ffmpeg, and the extension of the result. */
export interface Attack {
  readonly name: string;
  readonly options: readonly string[];
  readonly extension: string;
}

const WAV = { options: [] as readonly string[], extension: "wav" };
const ROOM =
  "aecho=0.8:0.7:23|37|61|97|150|220:0.5|0.45|0.35|0.3|0.22|0.15,highpass=f=150,lowpass=f=9000,acompressor=threshold=-24dB:ratio=3";

function filtered(filter: string): Pick<Attack, "options" | "extension"> {
  return { options: ["-af", filter], extension: "wav" };
}

/** Every attack follows a cut to ten seconds. */
export const ATTACKS: readonly Attack[] = [
  { name: "cut only", ...WAV },
  { name: "MP3 128 kbit/s", options: ["-b:a", "128k"], extension: "mp3" },
  { name: "MP3 64 kbit/s", options: ["-b:a", "64k"], extension: "mp3" },
  { name: "AAC 128 kbit/s", options: ["-b:a", "128k"], extension: "m4a" },
  { name: "AAC 96 kbit/s", options: ["-b:a", "96k"], extension: "m4a" },
  {
    name: "48 kHz, mono, -12 dB, AAC 128",
    options: ["-af", "volume=-12dB", "-ac", "1", "-ar", "48000", "-b:a", "128k"],
    extension: "m4a",
  },
  { name: "equaliser", ...filtered("bass=g=6,treble=g=-6,equalizer=f=1500:t=o:w=1:g=5") },
  { name: "compressor", ...filtered("acompressor=threshold=-24dB:ratio=4:makeup=2") },
  { name: "telephone, 300 to 3400 Hz", ...filtered("highpass=f=300,lowpass=f=3400,aresample=8000") },
  { name: "room and microphone (simulated)", ...filtered(ROOM) },
  { name: "speed 0.5 %", ...filtered("asetrate=44100*1.005,aresample=44100") },
  { name: "speed 2 %", ...filtered("asetrate=44100*1.02,aresample=44100") },
  { name: "stretched 1 %", ...filtered("atempo=1.01") },
];

/** Mixed below speech, which is as loud as the music. */
export const SPEECH = "under speech, equally loud";
