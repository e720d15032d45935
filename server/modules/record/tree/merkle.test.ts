import { expect, test } from 'vitest'
import { frontierOf, growingTree, leafHash, nodeHash, rootOver } from './merkle.ts'
import { consistencyPath, inclusionPath, type LeafHashes, positionsOf, rootOfPart } from './proofs.ts'

/** The leaves and roots with which implementations of RFC 6962 are compared. */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

/** As RFC 6962, 2.1 defines it. */
function rootOf(leaves: readonly Buffer[]): Buffer {
  const [only] = leaves
  if (leaves.length === 1 && only) return only
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return nodeHash(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)))
}

function grown(count: number): { leaves: Buffer[]; kept: LeafHashes[] } {
  const tree = growingTree()
  const leaves = Array.from({ length: count }, (_, index) => leafHash(`entry ${index}`))
  return { leaves, kept: leaves.map((hash) => ({ hash, node: tree.add(hash) })) }
}

test('the roots are those of other implementations of RFC 6962', () => {
  const tree = growingTree()
  expect(tree.root().toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  for (const [index, leaf] of LEAVES.entries()) {
    tree.add(leafHash(Buffer.from(leaf, 'hex').toString('latin1')))
    expect(tree.root().toString('hex')).toBe(ROOTS[index])
  }
})

test('a tree goes on from the nodes kept beside a few leaves, and parts of any size are made of them', () => {
  const { leaves, kept } = grown(70)
  for (let size = 1; size <= 70; size += 1) {
    const nodes = frontierOf(size).flatMap((end) => kept[end]?.node ?? [])
    expect(rootOver(nodes)).toEqual(rootOf(leaves.slice(0, size)))
    const further = growingTree(size, nodes)
    for (const leaf of leaves.slice(size)) further.add(leaf)
    expect(further.root()).toEqual(rootOf(leaves))
  }
  for (const size of [1, 2, 3, 6, 7, 8, 33, 64, 69]) {
    const parts = [
      ...Array.from({ length: size }, (_, position) => inclusionPath(position, size)).flat(),
      ...Array.from({ length: size }, (_, former) => consistencyPath(former + 1, size)).flat(),
    ]
    const asked = new Set(positionsOf(parts))
    for (const part of parts) {
      const root = rootOfPart(part, (position) => {
        const leaf = kept[position]
        if (!asked.has(position) || !leaf) throw new Error(`${position} was not asked for.`)
        return leaf
      })
      expect(root).toEqual(rootOf(leaves.slice(part.start, part.start + part.size)))
    }
  }
})
