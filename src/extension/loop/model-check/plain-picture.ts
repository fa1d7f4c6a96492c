/** px; smaller pictures are refused by some servers. */
const side = 64;

/** A PNG of one plain colour (red, green, blue; 0-255 each), as base64: the smallest thing that only a model that sees can name. */
export function plainPicture(colour: readonly [number, number, number]): string {
  const row = [0, ...Array.from({ length: side / 8 }, () => 0)];
  const rows = Array.from({ length: side }, () => row).flat();
  const bytes = [
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    // 1 bit a pixel, colours from a palette
    ...piece("IHDR", [...word(side), ...word(side), 1, 3, 0, 0, 0]),
    ...piece("PLTE", [...colour]),
    ...piece("IDAT", stored(rows)),
    ...piece("IEND", []),
  ];
  return btoa(String.fromCharCode(...bytes));
}

/** Length, name, data and checksum, as every part of a PNG has them. */
function piece(name: string, data: readonly number[]): number[] {
  const named = [...Array.from(name, (letter) => letter.charCodeAt(0)), ...data];
  return [...word(data.length), ...named, ...word(crc32(named))];
}

/** A zlib stream with one block that is not compressed. */
function stored(data: readonly number[]): number[] {
  const low = data.length & 0xff;
  const high = data.length >>> 8;
  return [0x78, 0x01, 0x01, low, high, ~low & 0xff, ~high & 0xff, ...data, ...word(adler32(data))];
}

function word(value: number): number[] {
  return [value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 0xff);
}

function crc32(data: readonly number[]): number {
  let sum = -1;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      sum = (sum >>> 1) ^ (sum & 1 ? 0xed_b8_83_20 : 0);
    }
  }
  return ~sum >>> 0;
}

function adler32(data: readonly number[]): number {
  let [a, b] = [1, 0];
  for (const byte of data) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return ((b << 16) | a) >>> 0;
}
