/** The square crop of a picture. */
export interface Crop {
  /** 1 selects the largest possible square. */
  readonly zoom: number;
  /** Position within the remaining space, from 0 to 1. */
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export const initialCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 };
export const maxZoom = 4;

/** The square in pixels of the picture. */
export function cropSquare({ width, height }: Size, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom;
  return { left: (width - side) * x, top: (height - side) * y, side };
}

const within = (value: number): number => Math.min(1, Math.max(0, value));

/** The crop after dragging the picture by a fraction of the displayed square's side. */
export function moveCrop(size: Size, crop: Crop, right: number, down: number): Crop {
  const { side } = cropSquare(size, crop);
  const shifted = (at: number, room: number, by: number) =>
    room <= 0 ? at : within(at - (by * side) / room);
  return {
    zoom: crop.zoom,
    x: shifted(crop.x, size.width - side, right),
    y: shifted(crop.y, size.height - side, down),
  };
}
