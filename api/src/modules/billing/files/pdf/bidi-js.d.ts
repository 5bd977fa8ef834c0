declare module "bidi-js" {
  export default function createBidi(): {
    /** One level for each UTF-16 unit. */
    getEmbeddingLevels(text: string, direction: "ltr" | "rtl" | "auto"): { levels: Uint8Array };
    getMirroredCharacter(character: string): string | null;
  };
}
