import { frontierOf, nodeHash, rootOver, sizeOfSubtree } from './merkle.ts'

/** A part of a tree that is a node of it: `size` leaves from `start` on. */
export interface Part {
  start: number
  size: number
}

/** What is kept of a leaf: its hash, and that of the largest complete subtree that ends with it. */
export interface LeafHashes {
  hash: Buffer
  node: Buffer
}

/** The largest power of two below a number above one (RFC 6962, 2.1). */
function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

function halvesOf({ start, size }: Part): [Part, Part] {
  const split = splitOf(size)
  return [
    { start, size: split },
    { start: start + split, size: size - split },
  ]
}

/** The parts whose roots prove that the leaf at `position` is in a tree of `size` leaves, the deepest first (RFC 6962, 2.1.1). */
export function inclusionPath(position: number, size: number): Part[] {
  const path: Part[] = []
  let whole: Part = { start: 0, size }
  while (whole.size > 1) {
    const [left, right] = halvesOf(whole)
    const isLeft = position < right.start
    path.push(isLeft ? right : left)
    whole = isLeft ? left : right
  }
  return path.reverse()
}

/** The parts whose roots prove that a tree of `size` leaves goes on from one of `former` leaves (RFC 6962, 2.1.2). */
export function consistencyPath(former: number, size: number): Part[] {
  const path: Part[] = []
  let whole: Part = { start: 0, size }
  while (former < whole.start + whole.size) {
    const [left, right] = halvesOf(whole)
    const isLeft = former <= right.start
    path.push(isLeft ? right : left)
    whole = isLeft ? left : right
  }
  // Where the former tree is a node of the later one, whoever checks the proof knows its root.
  if (whole.start > 0) path.push(whole)
  return path.reverse()
}

/** The root of a complete subtree that ends with the leaf at `end`. */
function completeRoot(end: number, size: number, hashesOf: (position: number) => LeafHashes): Buffer {
  if (size === 1) return hashesOf(end).hash
  if (sizeOfSubtree(end) === size) return hashesOf(end).node
  // Beside its last leaf a larger one is kept, of which it is the right half.
  return nodeHash(completeRoot(end - size / 2, size / 2, hashesOf), completeRoot(end, size / 2, hashesOf))
}

/** The root of a part, out of what is kept of some of its leaves. */
export const rootOfPart = ({ start, size }: Part, hashesOf: (position: number) => LeafHashes): Buffer =>
  rootOver(frontierOf(size).map((end) => completeRoot(start + end, sizeOfSubtree(end), hashesOf)))

const BLANK: LeafHashes = { hash: Buffer.alloc(32), node: Buffer.alloc(32) }

/** The positions of the leaves that `rootOfPart` asks for. */
export function positionsOf(parts: readonly Part[]): number[] {
  const positions = new Set<number>()
  const note = (position: number): LeafHashes => {
    positions.add(position)
    return BLANK
  }
  for (const part of parts) rootOfPart(part, note)
  return [...positions]
}
