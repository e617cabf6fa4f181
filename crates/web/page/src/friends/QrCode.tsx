import { useEffect, useState } from "preact/hooks";

/** A QR code as a path in a square of this size. */
interface QrPath {
  size: number;
  path: string;
}

/** The QR code of a link; nothing if it is too long for one. The encoder is loaded when it is first needed. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [code, setCode] = useState<QrPath | null>(null);
  useEffect(() => {
    let current = true;
    encode(text).then(
      (found) => current && setCode(found),
      () => current && setCode(null),
    );
    return () => {
      current = false;
    };
  }, [text]);
  if (!code) return null;
  // Readers need a light margin of four modules.
  return (
    <svg class="qr" viewBox={`-4 -4 ${code.size + 8} ${code.size + 8}`} role="img" aria-label={label} data-testid="qr">
      <path class="qr-ground" d={`M-4 -4h${code.size + 8}v${code.size + 8}h${-code.size - 8}z`} />
      <path class="qr-modules" d={code.path} />
    </svg>
  );
}

async function encode(text: string): Promise<QrPath> {
  const { generate } = await import("lean-qr/nano");
  const code = generate(text);
  let path = "";
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
  return { size: code.size, path };
}
