import { hash } from 'node:crypto'

/** The SHA-256 of bytes. */
export const sha256 = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer')

/** A leaf's content is put in here behind a zero, so that nothing is allocated for each of millions; a longer one gets its own. */
const entry = Buffer.alloc(8192)

/** The hash of a leaf (RFC 6962, 2.1): of a zero byte and its content in UTF-8. */
export function leafHash(content: string): Buffer {
  // A letter takes three bytes at most.
  const room = 1 + 3 * content.length <= entry.length ? entry : Buffer.alloc(1 + 3 * content.length)
  return sha256(room.subarray(0, 1 + room.write(content, 1)))
}

/** The two hashes of a node are put in here, so that none is allocated for each of millions. */
const pair = Buffer.alloc(65)
pair[0] = 1

/** The hash of a node (RFC 6962, 2.1): of a one byte and the hashes below it. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  pair.set(left, 1)
  pair.set(right, 33)
  return sha256(pair)
}

/** How many leaves the largest complete subtree has that ends with the leaf at a position: 1, 2, 1, 4, 1, 2, 1, 8 … */
export function sizeOfSubtree(position: number): number {
  let size = 1
  // Not by bits: positions may be above 2^31.
  for (let rest = position + 1; rest % 2 === 0; rest /= 2) size *= 2
  return size
}

/**
 * The positions of the leaves with which the complete subtrees of a tree of `size` leaves end, from left to right: their
 * nodes give its root.
 */
export function frontierOf(size: number): number[] {
  const ends: number[] = []
  for (let end = size; end > 0; end -= sizeOfSubtree(end - 1)) ends.push(end - 1)
  return ends.reverse()
}

/** The root of a tree of no leaves. */
const EMPTY = sha256(Buffer.alloc(0))

/** The root over the nodes of complete subtrees, from left to right. */
export function rootOver(nodes: readonly Buffer[]): Buffer {
  return nodes.length === 0 ? EMPTY : nodes.reduceRight((right, left) => nodeHash(left, right))
}

/** A tree to which leaves are added at its end. */
export interface Growing {
  readonly size: number
  /** @returns the hash of the largest complete subtree that ends with the new leaf, which is kept beside it */
  add(leaf: Buffer): Buffer
  /** Takes another hash for the subtree that the last leaf completed. */
  replaceLast(node: Buffer): void
  root(): Buffer
}

/** @param nodes those of `frontierOf(size)` */
export function growingTree(size = 0, nodes: readonly Buffer[] = []): Growing {
  const stack = [...nodes]
  let count = size
  return {
    get size() {
      return count
    },
    add: (leaf) => {
      let node = leaf
      for (let covered = sizeOfSubtree(count); covered > 1; covered /= 2) {
        const left = stack.pop()
        if (!left) throw new Error(`A tree of ${count} leaves has too few nodes.`)
        node = nodeHash(left, node)
      }
      stack.push(node)
      count += 1
      return node
    },
    replaceLast: (node) => {
      stack[stack.length - 1] = node
    },
    root: () => rootOver(stack),
  }
}
