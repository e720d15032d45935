import { expect, test } from 'vitest'
import { ask } from '../server.fixture.ts'
import { CALLER_LIMITS } from './callerLimits.ts'
import { CSRF, startGraphQL } from './schema.fixture.ts'

const nested = (levels: number): string =>
  `{ folder ${'{ parent '.repeat(levels - 2)}{ id }${' }'.repeat(levels - 2)} }`

const aliases = (count: number): string =>
  `{ folder { ${Array.from({ length: count }, (_, index) => `a${index}: id`).join(' ')} } }`

test('API-012 each limit is refused before anything runs, naming the limit and what was found', async () => {
  const { post, trace } = await startGraphQL()
  const message = async (query: string, variables: Record<string, unknown> = {}) => {
    const answer = await post({ query, variables })
    const [error] = answer.json().errors ?? []
    return [answer.status, error?.message, error?.extensions.code]
  }
  const refused = (text: string) => [400, text, 'BAD_USER_INPUT']
  expect(await message(nested(50))).toEqual(refused('Query is too deep: 50, at most 15.'))
  expect(await message(nested(17))).toEqual(refused('Query is too deep: 17, at most 15.'))
  expect(
    await message(
      `{ folder { ...A } } fragment A on Folder { ${'parent { '.repeat(15)} id ${'}'.repeat(15)} }`,
    ),
  ).toEqual(refused('Query is too deep: 17, at most 15.'))
  expect(await message(`{ ${'hello '.repeat(31)} }`)).toEqual(
    refused('Query has too many root fields: 31, at most 30.'),
  )
  expect(
    await message(
      `{ ...A ...A ...B } fragment A on Query { ...B ...B } fragment B on Query { ${'hello '.repeat(7)} }`,
    ),
  ).toEqual(refused('Query has too many root fields: 35, at most 30.'))
  expect(await message(aliases(101))).toEqual(refused('Query has too many aliases: 101, at most 100.'))
  expect(
    await message(
      '{ folder { ...A parent { ...A } } } fragment A on Folder { ...B ...B } '.concat(
        `fragment B on Folder { ${Array.from({ length: 30 }, (_, index) => `a${index}: id`).join(' ')} }`,
      ),
    ),
  ).toEqual(refused('Query has too many aliases: 120, at most 100.'))
  expect(await message(`{ hello ${'#\n'.repeat(10)} ${'hello '.repeat(5000)} }`)).toEqual(
    refused('Query has too many tokens: 5003, at most 5000.'),
  )
  // 3 x 3 x 3 x 3 x 3 spreads of 10 fields, and what holds them.
  const nestedFragments = Array.from(
    { length: 5 },
    (_, level) => `fragment F${level} on Folder { ${`...F${level + 1} `.repeat(3)} }`,
  ).join(' ')
  const ten = `fragment F5 on Folder { ${'id '.repeat(10)} }`
  expect(await message(`{ folder { ...F0 } } ${nestedFragments} ${ten}`)).toEqual(
    refused('Query has too many fields: 2431, at most 2000.'),
  )
  for (const query of [
    `{ folder { ${'id '.repeat(200)} } }`,
    `{ folder { ${'...A '.repeat(200)} } } fragment A on Folder { id }`,
    `{ folder { ${'parent { parent { id } } '.repeat(150)} } }`,
  ]) {
    expect(await message(query)).toEqual(
      refused('Query repeats too many fields to be checked. Please ask for each field once.'),
    )
  }
  expect(await message('{ folder { children(limit: 200) { children(limit: 200) { id } } } }')).toEqual(
    refused('Query is too costly: 40202, at most 20000.'),
  )
  expect(trace.ran).toEqual([])
})

test('API-012 what is just within the limits runs', async () => {
  const { post } = await startGraphQL()
  for (const query of [
    nested(15),
    `{ ${'hello '.repeat(30)} }`,
    aliases(100),
    '{ folder { children(limit: 200) { children(limit: 97) { id } } } }',
  ]) {
    const answer = await post({ query })
    expect([answer.status, answer.json().errors]).toEqual([200, undefined])
  }
})

test('API-012 the cost goes by limit arguments, their variables and defaults, or 10; mutations count 10', async () => {
  const found = async (query: string, variables: Record<string, unknown> = {}) => {
    const { post } = await startGraphQL({ limits: { cost: 0 } })
    const { message } = (await post({ query, variables })).json().errors[0]
    return Number(/^Query is too costly: (\d+), at most 0\.$/.exec(message)?.[1])
  }
  expect(await found('{ hello }')).toBe(1)
  expect(await found('{ __typename folder { id name } }')).toBe(4)
  expect(await found('{ named { name } }')).toBe(11)
  expect(await found('{ folder { children(limit: 5) { id name } } }')).toBe(12)
  expect(await found('{ folder { children { id } } }')).toBe(102)
  expect(await found('{ folder { children(limit: 1000) { id } } }')).toBe(202)
  expect(await found('{ folder { children(limit: -5) { id } } }')).toBe(3)
  expect(await found('mutation { a: add(amount: 1) b: add(amount: 1) }')).toBe(20)
  // The limit of a field that gives a page is that of the list in the page.
  expect(await found('{ page(limit: 50) { count rows { id } } }')).toBe(53)
  expect(await found('{ page { count rows { id } } }')).toBe(28)
  expect(await found('{ page(limit: 2) { rows { children(limit: 3) { id } } } }')).toBe(1 + 1 + 2 * (1 + 3))
  const variable = 'query($n: Int) { page(limit: $n) { rows { id } } }'
  expect(await found(variable, { n: 40 })).toBe(42)
  expect(await found(variable, { n: 4000 })).toBe(202)
  expect(await found(variable)).toBe(27)
  expect(await found('query($n: Int = 7) { page(limit: $n) { rows { id } } }')).toBe(9)
  const spread = '{ folder { ...A parent { ...A } } } fragment A on Folder { children(limit: 5) { id } }'
  expect(await found(spread)).toBe(1 + 6 + 1 + 6)
  expect(await found('{ named { ... on Folder { children(limit: 2) { id } } ... on File { size } } }')).toBe(
    1 + 10 * (1 + 2 + 1),
  )
})

test('API-012 a cached document is measured again with each request', async () => {
  const { post } = await startGraphQL({ limits: { cost: 500 } })
  const query =
    'query($n: Int) { folder { ...A a: parent { ...A } } } fragment A on Folder { children(limit: $n) { id name } }'
  const status = async (n: number) => (await post({ query, variables: { n } })).status
  expect([await status(10), await status(200), await status(100), await status(150)]).toEqual([
    200, 400, 200, 400,
  ])
})

test('API-012 fragments that spread themselves or each other many times over cost no time', async () => {
  const { post } = await startGraphQL()
  const cyclic = await post({
    query: '{ folder { ...A } } fragment A on Folder { id ...B } fragment B on Folder { parent { ...A } }',
  })
  expect(cyclic.status).toBe(400)
  expect(cyclic.json().errors[0].message).toContain('Cannot spread fragment "A" within itself')
  const rootCycle = await post({ query: '{ ...A } fragment A on Query { hello ...A }' })
  expect(rootCycle.json().errors[0].message).toContain('Cannot spread fragment "A" within itself')

  const doubling = Array.from(
    { length: 60 },
    (_, index) => `fragment F${index} on Folder { ...F${index + 1} ...F${index + 1} }`,
  ).join(' ')
  const limited = 'fragment F60 on Folder { id }'
  // Who followed each of them would be at it for ever.
  const bomb = await post({
    query: `{ folder { ...F0 } } ${doubling} ${limited}`,
  })
  expect(bomb.status).toBe(400)
  expect(bomb.json().errors[0].message).toBe(
    `Query has too many fields: ${Number.MAX_SAFE_INTEGER}, at most 2000.`,
  )
  const empty = await post({ query: `{ folder { id ...F0 } } ${doubling}` })
  expect(empty.json().errors[0].message).toBe(
    `Query has too many fragments spread: ${Number.MAX_SAFE_INTEGER}, at most 2000.`,
  )
})

test('API-012 a body over its limit is refused with 413, whether or not it says its size', async () => {
  const { post, server, trace } = await startGraphQL({ limits: { bodyBytes: 1000 } })
  const body = JSON.stringify({ query: '{ hello }', variables: { text: 'x'.repeat(1000) } })
  const announced = await post(body)
  expect(announced.status).toBe(413)
  expect(announced.json().errors[0]).toEqual({
    message: `Request body is too large: ${body.length} bytes, at most 1000.`,
    extensions: { code: 'BAD_USER_INPUT' },
  })
  const chunked = await ask(server, {
    method: 'POST',
    path: '/graphql',
    headers: {
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
      cookie: `csrftoken=${CSRF}; sessionid=ann`,
      'x-csrftoken': CSRF,
    },
    body,
  })
  expect(chunked.status).toBe(413)
  expect(chunked.json().errors[0].message).toBe(
    'Request body is too large: more than 1000 bytes, at most 1000.',
  )
  expect(trace.ran).toEqual([])
})

test('API-012 the budget is charged for each answer that is read from the database, as often as lists repeat it', async () => {
  const running = { capacity: 1500, perSecond: 0.001 }
  const callerLimits = { ...CALLER_LIMITS, signedIn: { ...CALLER_LIMITS.signedIn, running } }
  const folders = '{ page(limit: 150) { rows { id parent { id } } } }'
  const statuses = async (readingFields: ReadonlySet<string>): Promise<number[]> => {
    const { post } = await startGraphQL({ callerLimits, readingFields })
    return [(await post({ query: folders })).status, (await post({ query: '{ hello }' })).status]
  }
  // 500 for any operation and twice its cost of 452, since it runs uncompiled; 150 parents that are read are 750 more.
  expect(await statuses(new Set())).toEqual([200, 200])
  expect(await statuses(new Set(['Folder.parent']))).toEqual([200, 429])
})
