/** Line drawings on a 16 px grid, one weight; they only ever accompany words. */
const drawings = {
  home: "M2.5 7.2 8 2.5l5.5 4.7V13a.5.5 0 0 1-.5.5h-3V9.8H6v3.7H3a.5.5 0 0 1-.5-.5z",
  server:
    "M3 2.8h10a.7.7 0 0 1 .7.7v3.3a.7.7 0 0 1-.7.7H3a.7.7 0 0 1-.7-.7V3.5a.7.7 0 0 1 .7-.7zM3 8.5h10a.7.7 0 0 1 .7.7v3.3a.7.7 0 0 1-.7.7H3a.7.7 0 0 1-.7-.7V9.2a.7.7 0 0 1 .7-.7zM4.8 5.2h.01M4.8 10.9h.01M7.5 5.2h3.7M7.5 10.9h3.7",
  folder:
    "M2.3 12.5v-9c0-.3.2-.5.5-.5h3.4l1.6 1.8h5.4c.3 0 .5.2.5.5v7.2c0 .3-.2.5-.5.5H2.8a.5.5 0 0 1-.5-.5z",
  pulse: "M1.8 8.3h2.7l2-5 3 9.4 1.9-4.4h2.8",
  key: "M9.9 2.3a3.8 3.8 0 1 1-1.2 7.4L7 11.4H5.4V13H3.8v.7H2.3v-2l5.2-5.2a3.8 3.8 0 0 1 2.4-4.2zM10.7 5.3h.01",
  plus: "M8 3.2v9.6M3.2 8h9.6",
  minus: "M3.2 8h9.6",
  close: "m4 4 8 8m0-8-8 8",
  check: "m3.2 8.4 3.2 3.2 6.4-7",
  search: "M7.1 12a4.9 4.9 0 1 0 0-9.8 4.9 4.9 0 0 0 0 9.8zM13.8 13.8l-3.2-3.2",
  copy: "M6 6h7.2v7.2H6zM10 6V2.8H2.8V10H6",
  dots: "M3.2 8h.01M8 8h.01M12.8 8h.01",
  updown: "m5 6 3-3 3 3M5 10l3 3 3-3",
  down: "m4 6.2 4 4 4-4",
  left: "m9.8 4-4 4 4 4",
  right: "m6.2 4 4 4-4 4",
  up: "m4 9.8 4-4 4 4",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  eye: "M1.6 8S3.9 3.7 8 3.7 14.4 8 14.4 8 12.1 12.3 8 12.3 1.6 8 1.6 8zM8 9.900a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.800z",
  "eye-off":
    "M2.5 2.500l11 11M6.5 3.900A6 6 0 0 1 8 3.700C12.1 3.7 14.4 8 14.4 8a12 12 0 0 1-1.9 2.400M10 12a5.8 5.8 0 0 1-2 .3C3.9 12.3 1.6 8 1.6 8a11.6 11.6 0 0 1 2.7-3M6.7 6.700a1.9 1.9 0 0 0 2.7 2.7",
  warning: "M8 2.3 14.2 13H1.800zM8 6.400v3M8 11.200h.01",
  info: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.400v3.400M8 5.200h.01",
  refresh: "M13.3 8a5.3 5.3 0 1 1-1.6-3.800M13.3 2.300v2.500h-2.5",
  out: "M9.5 2.800H3.300v10.400h6.200M6.8 8h7M11.3 5.3 14 8l-2.7 2.7",
  user: "M8 8.100a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.400zM2.7 13.600c.5-2.3 2.6-3.6 5.3-3.600s4.8 1.3 5.3 3.6",
  trash:
    "M2.8 4.300h10.400M6.3 4.300v-1.700h3.400v1.700M4 4.300l.6 9.200h6.800l.6-9.200M6.7 6.800v4.200M9.3 6.800v4.2",
  power: "M8 2.200v5.600M4.7 4.100a5.3 5.3 0 1 0 6.6 0",
  filter: "M2.3 3.700h11.400M4.5 8h7M6.7 12.300h2.6",
  external: "M9.3 2.700h4v4M13.3 2.7 7.7 8.300M6.3 3.700H2.800v9.500h9.500V9.7",
} as const;
export type IconName = keyof typeof drawings;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={drawings[name]} {...(name === "dots" ? { strokeWidth: 2 } : {})} />
    </svg>
  );
}
