/** Pixels of a copy at most. */
const MAX_COPY = 4096
/** Pixels back at most. */
const MAX_DISTANCE = (1 << 20) - 120
/** A copy from far away takes some bits: shorter ones are written as they are. */
const MIN_FAR = 5
const MIN_NEAR = 3
/** Copies from the row above or from the left that are as long are taken without a look farther. */
const GOOD = 32
const HASH_BITS = 14

/** Stands in the highest bit of a word for a copy of so many pixels, behind which is the word of how far back they are. */
export const COPY = 0x80000000

const known = new Int32Array(1 << HASH_BITS)

/**
 * A picture as words: pixels as they are, and copies of what was before (COPY): a page is mostly ground and the same letters.
 * @returns how many words were written to `to`, which has room for one of each pixel
 */
export function findCopies(pixels: Uint8Array | Uint32Array, width: number, to: Uint32Array): number {
  const count = pixels.length
  known.fill(-1)
  let words = 0
  for (let at = 0; at < count; ) {
    const most = Math.min(MAX_COPY, count - at)
    let [length, back] = [0, 0]
    if (at >= width) {
      while (length < most && pixels[at + length] === pixels[at + length - width]) length += 1
      back = width
    }
    if (length < GOOD && at > 0) {
      const left = pixels[at - 1]
      let run = 0
      while (run < most && pixels[at + run] === left) run += 1
      if (run > length) [length, back] = [run, 1]
    }
    if (length < GOOD && most > MIN_FAR) {
      const slot = slotOf(pixels, at)
      const before = known[slot] ?? -1
      known[slot] = at
      if (before >= 0 && at - before <= MAX_DISTANCE) {
        let far = 0
        while (far < most && pixels[at + far] === pixels[before + far]) far += 1
        // Far is dearer than near.
        if (far >= MIN_FAR && far > length + 1) [length, back] = [far, at - before]
      }
    }
    if (length < MIN_NEAR) {
      to[words] = pixels[at] ?? 0
      words += 1
      at += 1
    } else {
      to[words] = COPY | length
      to[words + 1] = back
      words += 2
      at += length
    }
  }
  return words
}

const slotOf = (pixels: Uint8Array | Uint32Array, at: number): number =>
  (Math.imul(pixels[at] ?? 0, 0x9e3779b1) ^
    Math.imul(pixels[at + 1] ?? 0, 0x85ebca77) ^
    Math.imul(pixels[at + 2] ?? 0, 0xc2b2ae3d) ^
    Math.imul(pixels[at + 3] ?? 0, 0x27d4eb2f)) >>>
  (32 - HASH_BITS)
