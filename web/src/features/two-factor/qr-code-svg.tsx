import { encode } from "uqr";

/** Modules of white around it, as readers ask for. */
const borderModules = 2;

/** The drawing alone, apart from its page because of the encoder it needs. */
export default function QrCodeSvg({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: borderModules });
  const dark = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={label}>
      <path d={dark} fill="#000000" />
    </svg>
  );
}
