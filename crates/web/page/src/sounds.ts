export type Sound = "move" | "capture" | "shout" | "illegal" | "won" | "lost" | "end";

/** A tone with an envelope: a quick attack, and a decay to silence. Frequencies glide. */
interface Tone {
  type?: OscillatorType;
  from: number;
  to?: number;
  delay?: number;
  length: number;
  loudness: number;
}

/** A burst of filtered noise: what wood and air sound like. */
interface Burst {
  from: number;
  to?: number;
  q?: number;
  delay?: number;
  length: number;
  loudness: number;
}

/** A knock of wood on wood: a click, and the body that resonates. */
const knock = (pitch: number, loudness: number, delay = 0): [Tone[], Burst[]] => [
  [
    { from: pitch, to: pitch * 0.72, delay, length: 0.11, loudness: loudness * 0.7 },
    { type: "triangle", from: pitch * 2.7, to: pitch * 2.2, delay, length: 0.045, loudness: loudness * 0.25 },
  ],
  [{ from: 1900, q: 0.9, delay, length: 0.03, loudness }],
];

/** A soft bell. */
const bell = (pitch: number, delay: number, length: number): Tone[] => [
  { from: pitch, delay, length, loudness: 0.15 },
  { from: pitch * 2.01, delay, length: length * 0.55, loudness: 0.05 },
  { from: pitch * 3.02, delay, length: length * 0.25, loudness: 0.02 },
];

/** What each sound is made of. */
function partsOf(sound: Sound): [Tone[], Burst[]] {
  switch (sound) {
    case "move":
      return knock(205, 0.34);
    case "capture": {
      const [[tones, bursts], [more, last]] = [knock(150, 0.42), knock(240, 0.24, 0.055)];
      return [
        [...tones, ...more, { from: 88, to: 60, length: 0.2, loudness: 0.3 }],
        [...bursts, ...last],
      ];
    }
    case "shout":
      return [
        [{ from: 130, to: 52, delay: 0.1, length: 0.26, loudness: 0.5 }],
        [
          { from: 500, to: 2600, q: 1.4, length: 0.12, loudness: 0.3 },
          { from: 1100, q: 0.7, delay: 0.1, length: 0.07, loudness: 0.5 },
        ],
      ];
    case "illegal":
      return [
        [
          { from: 165, to: 150, length: 0.09, loudness: 0.16 },
          { from: 131, to: 118, delay: 0.1, length: 0.14, loudness: 0.16 },
        ],
        [],
      ];
    case "won":
      return [[523, 659, 784, 1047].flatMap((pitch, index) => bell(pitch, index * 0.11, 0.75)), []];
    case "lost":
      return [[392, 311, 262].flatMap((pitch, index) => bell(pitch, index * 0.16, 0.7)), []];
    case "end":
      return [[440, 554].flatMap((pitch, index) => bell(pitch, index * 0.12, 0.7)), []];
  }
}

/** The loudness over time, from now on. */
function envelope(context: AudioContext, out: AudioNode, begin: number, length: number, loudness: number): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(loudness, begin + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  gain.connect(out);
  return gain;
}

function playTone(context: AudioContext, out: AudioNode, part: Tone): void {
  const begin = context.currentTime + (part.delay ?? 0);
  const oscillator = context.createOscillator();
  oscillator.type = part.type ?? "sine";
  oscillator.frequency.setValueAtTime(part.from, begin);
  oscillator.frequency.exponentialRampToValueAtTime(part.to ?? part.from, begin + part.length);
  oscillator.connect(envelope(context, out, begin, part.length, part.loudness));
  oscillator.start(begin);
  oscillator.stop(begin + part.length + 0.02);
}

function playBurst(context: AudioContext, out: AudioNode, noise: AudioBuffer, part: Burst): void {
  const begin = context.currentTime + (part.delay ?? 0);
  const source = context.createBufferSource();
  source.buffer = noise;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.Q.value = part.q ?? 1;
  filter.frequency.setValueAtTime(part.from, begin);
  filter.frequency.exponentialRampToValueAtTime(part.to ?? part.from, begin + part.length);
  source.connect(filter).connect(envelope(context, out, begin, part.length, part.loudness));
  source.start(begin);
  source.stop(begin + part.length + 0.02);
}

/** Half a second of white noise, the same every time. */
function whiteNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let seed = 1;
  for (let index = 0; index < samples.length; index += 1) {
    seed = (seed * 16_807) % 2_147_483_647;
    samples[index] = seed / 1_073_741_823.5 - 1;
  }
  return buffer;
}

/** Plays sounds, if the browser can. Browsers allow them after the first click or key; until then there are none. */
export function soundPlayer(): (sound: Sound) => void {
  let studio: { context: AudioContext; out: AudioNode; noise: AudioBuffer } | null = null;
  return (sound) => {
    if (typeof AudioContext === "undefined" || navigator.userActivation?.hasBeenActive === false) return;
    if (!studio) {
      const context = new AudioContext();
      // Keeps simultaneous sounds from clipping.
      const out = context.createDynamicsCompressor();
      out.connect(context.destination);
      studio = { context, out, noise: whiteNoise(context) };
    }
    const { context, out, noise } = studio;
    void context.resume();
    const [tones, bursts] = partsOf(sound);
    for (const tone of tones) playTone(context, out, tone);
    for (const burst of bursts) playBurst(context, out, noise, burst);
  };
}
