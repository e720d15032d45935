import { createHash } from 'node:crypto'
import { execute, parse } from 'graphql'
import { expect, test } from 'vitest'
import { createTestSchema, startGraphQL, type Trace } from './schema.fixture.ts'

const QUERIES: [string, Record<string, unknown>?][] = [
  ['{ page(limit: 3) { count rows { id name kind parent { name } } } }'],
  ['{ a: hello(name: "A \\"quoted\\" \\u2028 name") b: hello(name: """block\n  text""") }'],
  ['query($n: String) { hello(name: $n) }', { n: 'Ann' }],
  ['query($n: String) { hello(name: $n) }'],
  ['query($n: String = "Bo") { hello(name: $n) }'],
  ['{ named { __typename name ... on Folder { id kind } ... on File { size } } }'],
  [
    '{ named { ...N } } fragment N on Named { name ... on Folder { parent { ...F } } } fragment F on Folder { id }',
  ],
  ['query($f: Filter) { echo(filter: $f) }', { f: { kinds: ['FILE'] } }],
  ['query($f: Filter) { echo(filter: $f) }', { f: { name: null, kinds: 'FILE' } }],
  ['query($k: Kind!) { echo(filter: { kinds: [$k, FOLDER], name: "x" }, kind: $k) }', { k: 'FILE' }],
  ['query($k: Kind! = FOLDER) { echo(kind: $k) }'],
  ['query($k: Kind! = FOLDER) { echo(kind: $k) }', { k: 'FILE' }],
  ['query($t: [String!]) { echo(texts: $t, flag: true, count: -3) }', { t: 'one' }],
  ['query($t: [String!]) { echo(texts: $t) }', { t: null }],
  ['{ echo(texts: ["a", "b"], flag: null) }'],
  ['query($no: Boolean!) { hello @skip(if: $no) folder @include(if: $no) { id } }', { no: true }],
  ['query($no: Boolean!) { hello @skip(if: $no) folder @include(if: $no) { id } }', { no: false }],
  ...[true, false].map((on): [string, Record<string, unknown>] => [
    `query($on: Boolean!) { folder { ...F @include(if: $on) parent { ...F } ... @skip(if: $on) { kind } name @include(if: $on) name @skip(if: $on) } }
     fragment F on Folder { id parent { name @include(if: $on) id } }`,
    { on },
  ]),
  ...[true, false].map((on): [string, Record<string, unknown>] => [
    `query($on: Boolean!) { ...A @include(if: $on) hello } fragment A on Query { folder { id ...F } hello }
     fragment F on Folder { children(limit: 2) @skip(if: $on) { id } }`,
    { on },
  ]),
  ['{ folder { id } folder { name parent { id } } ... on Query { folder { parent { name } } } }'],
  ['{ hidden broken mustNotBeNull { id } }'],
  ['{ hello mustNotBeNull { id parent { id } } }'],
  ['mutation { a: add(amount: 1) b: add(amount: 2) }'],
]

/** Those of the texts that count as the page's own, which alone are compiled. */
const hashes = (texts: readonly string[]): Set<string> =>
  new Set(texts.map((text) => createHash('sha256').update(text).digest('base64url')))
const KNOWN = { 'foreign texts': [], 'texts of the page': QUERIES.map(([query]) => query) }

test.each(['foreign texts', 'texts of the page'] as const)(
  '%s are answered as graphql-js has it, however often they come',
  async (whose) => {
    const { post, trace } = await startGraphQL({ knownTexts: hashes(KNOWN[whose]) })
    const schema = createTestSchema()
    for (const [query, variables] of QUERIES) {
      await post({ query, variables })
      trace.total = 0
      const contextValue: Trace = { ran: [], total: 0 }
      const expected = await execute({
        schema,
        document: parse(query),
        variableValues: variables,
        contextValue,
      })
      const found = (await post({ query, variables })).json()
      expect([query, variables, found.data]).toEqual([
        query,
        variables,
        JSON.parse(JSON.stringify(expected.data ?? null)),
      ])
      const paths = (errors: readonly { path?: unknown }[] = []) =>
        errors.map(({ path }) => JSON.stringify(path)).sort()
      expect([query, paths(found.errors)]).toEqual([query, paths(expected.errors)])
    }
  },
)

const WRONG: [string, Record<string, unknown>][] = [
  ['query($n: Int) { page(limit: $n) { count } }', { n: '5' }],
  ['query($n: Int) { page(limit: $n) { count } }', { n: 5.5 }],
  ['query($n: Int) { page(limit: $n) { count } }', { n: 3_000_000_000 }],
  ['query($n: Int!) { page(limit: $n) { count } }', { n: null }],
  ['query($n: String) { hello(name: $n) }', { n: 5 }],
  ['query($n: String) { hello(name: $n) }', { n: ['x'] }],
  ['query($n: String) { hello(name: $n) }', { n: { toString: 'x' } }],
  ['query($k: Kind) { echo(kind: $k) }', { k: 'SECRET' }],
  ['query($f: Filter) { echo(filter: $f) }', { f: { surname: 'x' } }],
  ['query($f: Filter) { echo(filter: $f) }', { f: 'x' }],
  ['query($f: Filter) { echo(filter: $f) }', { f: { kinds: [null] } }],
  ['query($t: [String!]) { echo(texts: $t) }', { t: ['a', null] }],
  ['query($b: Boolean) { echo(flag: $b) }', { b: 'true' }],
]

test.each([
  ['foreign texts', []],
  ['texts of the page', WRONG.map(([query]) => query)],
])('variables of a wrong type are refused and nothing runs: %s', async (_whose, known) => {
  const { post, trace } = await startGraphQL({ knownTexts: hashes(known) })
  for (const [query, variables] of WRONG) {
    const answer = await post({ query, variables })
    expect([variables, answer.status, answer.json()]).toMatchObject([
      variables,
      400,
      { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] },
    ])
  }
  expect(trace.ran).toEqual([])
})

test('no text of a query is run as code', async () => {
  const { post, trace } = await startGraphQL()
  const mark = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d'
  const escaped = `\\u005f${mark.slice(1)}`
  const bracketed = `\\u{5f}${mark.slice(1)}`
  const code = 'globalThis.wasRun=true'
  const queries = [
    `{ hello(name: "${mark}${code}") }`,
    `{ hello(name: "${escaped}${code}") }`,
    `{ hello(name: "${bracketed}${code}") }`,
    `{ hello(name: """${mark}${code}""") }`,
    `{ echo(texts: ["a", "${escaped}${code}"]) }`,
    `{ echo(filter: { name: "${escaped}${code}" }) }`,
    `query($n: String = "${escaped}${code}") { hello(name: $n) }`,
    `query($f: Filter = { name: "${escaped}${code}" }) { echo(filter: $f) }`,
    `{ hello @include(if: true) hello2: hello(name: "__MAGIC_NAN__71d4310a_d4a3_4a05_b1fe_e60779d24998") }`,
  ]
  for (const query of queries) expect([query, (await post({ query })).status]).toEqual([query, 400])
  expect(trace.ran).toEqual([])
  // As a variable it is a text like any other.
  const sent = await post({ query: 'query($n: String) { hello(name: $n) }', variables: { n: mark + code } })
  expect(sent.json()).toEqual({ data: { hello: `Hello ${mark}${code}` } })
  expect('wasRun' in globalThis).toBe(false)
})

test("aliases, variables and fragments can't have the names of JavaScript's own properties", async () => {
  const { post } = await startGraphQL()
  for (const query of [
    '{ __proto__: folder { id } }',
    '{ folder { __proto__: parent { id } } }',
    'query($__proto__: String) { hello(name: $__proto__) }',
    '{ folder { ...__proto__ } } fragment __proto__ on Folder { id }',
    '{ constructor: folder { id } }',
    '{ folder { toString: id } }',
    'query($hasOwnProperty: String) { hello(name: $hasOwnProperty) }',
    '{ folder { ...valueOf } } fragment valueOf on Folder { id }',
  ]) {
    expect([query, (await post({ query })).status]).toEqual([query, 400])
  }
  const variables = '{"__proto__": {"polluted": true}, "n": "Ann"}'
  const answer = await post(
    `{"query": "query($n: String, $f: Filter) { hello(name: $n) echo(filter: $f) }", "variables": ${variables}}`,
  )
  expect(answer.json()).toMatchObject({ data: { hello: 'Hello Ann' } })
  expect('polluted' in {}).toBe(false)
})
