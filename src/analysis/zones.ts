/**
 * Divides a square picture into `rows` by `columns` zones and puts each zone together with its mirror image.
 * @returns for each pixel, the number of its zone, 0 to `rows * columns / 2 - 1`; `columns` is even.
 */
export function mirroredZones(width: number, height: number, rows: number, columns: number): Uint16Array {
  const zones = new Uint16Array(width * height);
  for (let row = 0; row < height; row++) {
    const zoneRow = Math.floor((row * rows) / height);
    for (let column = 0; column < width; column++) {
      const zoneColumn = Math.floor((column * columns) / width);
      zones[row * width + column] = zoneRow * (columns / 2) + Math.min(zoneColumn, columns - 1 - zoneColumn);
    }
  }
  return zones;
}
