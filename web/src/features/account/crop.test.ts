import fc from "fast-check";
import { expect, test } from "vitest";
import { moveCrop, maxZoom, cropSquare, initialCrop } from "./crop.ts";

test("crops the center by default", () => {
  expect(cropSquare({ width: 400, height: 200 }, initialCrop)).toEqual({
    left: 100,
    top: 0,
    side: 200,
  });
  expect(cropSquare({ width: 200, height: 400 }, { zoom: 2, x: 0, y: 1 })).toEqual({
    left: 0,
    top: 300,
    side: 100,
  });
});

test("dragging moves the picture with the pointer", () => {
  const size = { width: 300, height: 200 };
  const { left } = cropSquare(size, initialCrop);
  expect(cropSquare(size, moveCrop(size, initialCrop, 0.1, 0)).left).toBeCloseTo(left - 20);
});

test("keeps the crop square inside the image for any drag and zoom", () => {
  const side = fc.integer({ min: 1, max: 5_000 });
  const share = fc.double({ min: -3, max: 3, noNaN: true });
  const zoom = fc.double({ min: 1, max: maxZoom, noNaN: true });
  fc.assert(
    fc.property(side, side, zoom, share, share, (width, height, zoomed, right, down) => {
      const size = { width, height };
      const square = cropSquare(
        size,
        moveCrop(size, { ...initialCrop, zoom: zoomed }, right, down),
      );
      const slack = 1e-6;
      expect(square.left).toBeGreaterThanOrEqual(-slack);
      expect(square.top).toBeGreaterThanOrEqual(-slack);
      expect(square.left + square.side).toBeLessThanOrEqual(width + slack);
      expect(square.top + square.side).toBeLessThanOrEqual(height + slack);
    }),
  );
});
