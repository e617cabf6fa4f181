export type Sound = "move" | "capture" | "shout" | "illegal" | "end";

/** Plays a decaying tone. */
function tone(
  at: AudioContext,
  frequency: number,
  delay: number,
  length: number,
  loudness: number,
  type: OscillatorType,
): void {
  const begin = at.currentTime + delay;
  const oscillator = at.createOscillator();
  const gain = at.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(frequency, begin);
  oscillator.frequency.exponentialRampToValueAtTime(frequency * 0.6, begin + length);
  gain.gain.setValueAtTime(loudness, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
  oscillator.connect(gain).connect(at.destination);
  oscillator.start(begin);
  oscillator.stop(begin + length);
}

/** Plays sounds, if the browser can. The audio context opens with the first one. */
export function soundPlayer(): (sound: Sound) => void {
  let context: AudioContext | null = null;
  return (sound) => {
    if (typeof AudioContext === "undefined") return;
    context ??= new AudioContext();
    void context.resume();
    make(sound, context);
  };
}

function make(sound: Sound, context: AudioContext): void {
  switch (sound) {
    case "move":
      return tone(context, 330, 0, 0.09, 0.25, "triangle");
    case "capture":
      tone(context, 190, 0, 0.14, 0.35, "triangle");
      return tone(context, 95, 0.02, 0.18, 0.3, "sine");
    case "shout":
      tone(context, 620, 0, 0.1, 0.2, "square");
      return tone(context, 940, 0.08, 0.2, 0.2, "square");
    case "illegal":
      return tone(context, 120, 0, 0.16, 0.15, "sawtooth");
    case "end":
      for (const [index, frequency] of [392, 494, 587, 784].entries())
        tone(context, frequency, index * 0.12, 0.4, 0.18, "triangle");
  }
}
