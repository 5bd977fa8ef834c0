import { encode } from "uqr";

/** White border in modules, as QR readers require. */
const borderModules = 2;

/** Only the SVG, in a chunk of its own because of the encoder it needs. */
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
