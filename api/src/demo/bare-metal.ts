/** The bare-metal items of the demo: the hosts of the emulated Foreman server. */
export interface DemoItem {
  readonly product: string;
  readonly serial: string;
  readonly host: string;
  readonly hostGroup: string;
  readonly rack: string;
}

export const demoItemRegion = "lulea";

const items = (
  product: string,
  names: readonly string[],
  { hostGroup, rack, firstSerial }: { hostGroup: string; rack: string; firstSerial: number },
): DemoItem[] =>
  names.map((name, position) => ({
    product,
    serial: `BRL${String(firstSerial + position).padStart(5, "0")}`,
    host: `${name}.lulea.boreal.test`,
    hostGroup,
    rack,
  }));

export const demoItems: readonly DemoItem[] = [
  ...items("8 × H200 SXM bare metal", ["gpu-1", "gpu-2", "gpu-3"], {
    hostGroup: "GPU",
    rack: "A4",
    firstSerial: 1,
  }),
  ...items("2 × EPYC 9654 bare metal", ["cpu-1", "cpu-2", "cpu-3", "cpu-4"], {
    hostGroup: "",
    rack: "B2",
    firstSerial: 4,
  }),
];
