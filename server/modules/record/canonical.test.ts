import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { canonicalText } from './canonical.ts'
import { leafHash, nodeHash } from './tree/merkle.ts'

const PAGE = readFileSync(new URL('../../../docs/record.md', import.meta.url), 'utf8')

test('the examples of docs/record.md are in the canonical form, and have the hashes that it says', () => {
  const examples = [...PAGE.matchAll(/```json\n(.+)\n```/g)].map(([, text]) => text ?? '')
  expect(examples).toHaveLength(2)
  const contents = examples.map((text) => JSON.parse(text) as Record<string, unknown>)
  expect(contents.map(({ entry }) => entry)).toEqual(['activity', 'version'])
  // Whatever the order of their members, and with members that have no value.
  const texts = contents.map((content) =>
    canonicalText({ ...Object.fromEntries(Object.entries(content).toReversed()), session: null }),
  )
  expect(texts).toEqual(examples)
  const [activity, version] = texts.map(leafHash)
  if (!activity || !version) throw new Error('There are two examples.')
  const said = [...PAGE.matchAll(/\| (Leaf of the activity|Leaf of the version|Root of both) \| `(.+)` \|/g)]
  expect(said.map(([, , hash]) => hash)).toEqual(
    [activity, version, nodeHash(activity, version)].map((hash) => hash.toString('hex')),
  )
  // Each member of an example is one that the page describes.
  for (const name of contents.flatMap(Object.keys)) expect(PAGE).toContain(`\`${name}\``)
})
