import { getIntrospectionQuery } from 'graphql'
import { expect, test } from 'vitest'
import { ask } from '../server.fixture.ts'
import { CSRF, startGraphQL } from './schema.fixture.ts'

const SIGNED_OUT = { cookie: `csrftoken=${CSRF}` }

test('API-001 API-011 answers a POST of the page, and no cache may keep it', async () => {
  const { post } = await startGraphQL()
  const answer = await post({ query: 'query A($n: String!) { hello(name: $n) }', variables: { n: 'Ann' } })
  expect(answer.status).toBe(200)
  expect(answer.json()).toEqual({ data: { hello: 'Hello Ann' } })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  })
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
})

test('API-001 takes no other method', async () => {
  const { server } = await startGraphQL()
  for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
    const answer = await ask(server, { method, path: '/graphql?query={hello}' })
    expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'POST'])
  }
})

test('takes no other content type', async () => {
  const { post, trace } = await startGraphQL()
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/graphql', undefined]) {
    const answer = await post({ query: '{ hello }' }, { 'content-type': type })
    expect([type, answer.status]).toEqual([type, 415])
    expect(answer.json().errors[0].extensions.code).toBe('BAD_USER_INPUT')
  }
  expect(trace.ran).toEqual([])
  const utf8 = await post({ query: '{ hello }' }, { 'content-type': 'application/json;charset=UTF-8' })
  expect(utf8.status).toBe(200)
})

test('AUTH-20 refuses a missing, wrong or foreign CSRF token and a foreign origin; nothing runs', async () => {
  const { post, trace, server } = await startGraphQL()
  const refused: Record<string, Record<string, string | undefined>> = {
    'no header': { 'x-csrftoken': undefined },
    'empty header': { 'x-csrftoken': '' },
    'no cookie': { cookie: 'sessionid=ann' },
    neither: { cookie: 'sessionid=ann', 'x-csrftoken': undefined },
    'empty both': { cookie: 'sessionid=ann; csrftoken=', 'x-csrftoken': '' },
    'wrong header': { 'x-csrftoken': `${CSRF}x` },
    "another person's token": { 'x-csrftoken': 'b-token-of-the-page' },
    'foreign origin': { origin: 'https://evil.example' },
    'own host on another port': { origin: 'http://127.0.0.1:1' },
    'own host over https': { origin: server.origin.replace('http:', 'https:') },
    'origin null': { origin: 'null' },
    'foreign referer': { origin: undefined, referer: 'https://evil.example/page' },
    'no address as referer': { origin: undefined, referer: 'page' },
    'foreign origin, own referer': { origin: 'https://evil.example', referer: `${server.origin}/` },
  }
  for (const [name, headers] of Object.entries(refused)) {
    const answer = await post({ query: 'mutation { add(amount: 1) }' }, headers)
    expect([name, answer.status]).toEqual([name, 403])
    expect(answer.json()).toEqual({
      errors: [{ message: 'Not authorized.', extensions: { code: 'FORBIDDEN', reason: 'CSRF' } }],
    })
  }
  expect(trace.ran).toEqual([])
  const own: Record<string, string | undefined>[] = [
    {},
    { origin: undefined },
    { origin: undefined, referer: `${server.origin}/login` },
  ]
  for (const headers of own) expect((await post({ query: '{ hello }' }, headers)).status).toBe(200)
})

test('AUTH-20 the own origin is the configured one where there is one', async () => {
  const { post, server } = await startGraphQL({ publicUrl: 'https://rooms.example.com' })
  const from = async (origin: string) => (await post({ query: '{ hello }' }, { origin })).status
  expect(await from('https://rooms.example.com')).toBe(200)
  expect(await from(server.origin)).toBe(403)
})

test('API-005 AUTH-03 without a session only public root fields run, and nothing of a mixed operation', async () => {
  const { post, trace } = await startGraphQL()
  const asked = async (query: string) => {
    const answer = await post({ query }, SIGNED_OUT)
    return [answer.status, answer.json()]
  }
  const refusal = { errors: [{ message: 'Please sign in.', extensions: { code: 'UNAUTHENTICATED' } }] }
  expect(await asked('mutation { signIn(email: "a@demo.example") }')).toEqual([
    200,
    { data: { signIn: 'signed in' } },
  ])
  expect(await asked('{ __typename signInHint }')).toMatchObject([200, { data: { __typename: 'Query' } }])
  trace.ran.length = 0
  for (const query of [
    '{ hello }',
    '{ noSuchField }',
    '{ signInHint hello }',
    'mutation { signIn(email: "a@demo.example") add(amount: 1) }',
    'mutation { add: signIn(email: "a") signIn: add(amount: 1) }',
    '{ ...on Query { signInHint ...A } } fragment A on Query { hello }',
    '{ signInHint hello @include(if: false) }',
    '{ __schema { queryType { name } } }',
    '{ __type(name: "Folder") { name } }',
  ]) {
    expect([query, ...(await asked(query))]).toEqual([query, 401, refusal])
  }
  expect(trace.ran).toEqual([])
})

test('refuses what is no operation with 400 and says why', async () => {
  const { post, trace } = await startGraphQL()
  const bodies: [unknown, string][] = [
    [[{ query: '{ hello }' }], 'Please send one operation at a time; batches are not offered.'],
    ['{"query":', 'The body is not valid JSON.'],
    ['', 'The body is not valid JSON.'],
    ['null', 'The body must be an object.'],
    [{}, 'The body has no query.'],
    [{ query: 5 }, 'The body has no query.'],
    [{ query: '{ hello }', variables: [] }, 'variables must be an object.'],
    [{ query: '{ hello }', operationName: 3 }, 'operationName must be a text.'],
    [{ query: '{ hello }', operationName: 'B' }, 'The document has no operation named "B".'],
    [
      { query: 'query A { hello } query B { hello }' },
      'Please send one operation, or name the one to run as operationName.',
    ],
    [{ query: 'subscription { hello }' }, 'Subscriptions are not offered.'],
    [{ query: '{ hello' }, 'Syntax Error: Expected Name, found <EOF>.'],
    [{ query: '{ helo }' }, 'Cannot query field "helo" on type "Query".'],
    [
      { query: 'query($n: Int!) { page(limit: $n) { count } }' },
      'Variable "$n" of required type "Int!" was not provided.',
    ],
    [
      { query: 'query($n: Int = 3) { a: add(amount: $n) }', variables: { n: 1 } },
      'Cannot query field "add" on type "Query".',
    ],
    [
      { query: 'mutation($n: Int = 3) { a: add(amount: 1) b: add(amount: $n) }', variables: { n: null } },
      'Variable "$n" must not be null.',
    ],
  ]
  for (const [body, message] of bodies) {
    const answer = await post(body)
    expect([body, answer.status, answer.json().errors?.[0]]).toMatchObject([
      body,
      400,
      { message, extensions: { code: 'BAD_USER_INPUT' } },
    ])
  }
  expect(trace.ran).toEqual([])
})

test('a named operation of several runs alone', async () => {
  const { post, trace } = await startGraphQL()
  const query = 'query A { hello } query B { signInHint }'
  expect((await post({ query, operationName: 'B' })).json()).toEqual({
    data: { signInHint: 'Use your e-mail address.' },
  })
  expect((await post({ query, operationName: 'A' })).json()).toEqual({ data: { hello: 'Hello you' } })
  expect(trace.ran).toEqual(['signInHint', 'hello'])
})

test('ERR-03 ERR-11 API-010 field errors come with the data; what nobody meant for the caller is only logged', async () => {
  const { post, server } = await startGraphQL()
  const answer = await post({ query: 'query Q { hello hidden forbidden refused broken }' })
  expect(answer.status).toBe(200)
  const { data, errors } = answer.json()
  expect(data).toEqual({ hello: 'Hello you', hidden: null, forbidden: null, refused: null, broken: null })
  const requestId = answer.headers['x-request-id']
  expect(errors).toHaveLength(4)
  expect(errors).toEqual(
    expect.arrayContaining([
      { message: 'Document not found.', path: ['hidden'], extensions: { code: 'NOT_FOUND' } },
      { message: 'Not authorized.', path: ['forbidden'], extensions: { code: 'FORBIDDEN' } },
      {
        message: 'Please choose another name.',
        path: ['refused'],
        extensions: {
          code: 'BAD_USER_INPUT',
          fields: { 'files.3.name': 'Please choose another name.' },
        },
      },
      {
        message: 'A server error has occurred',
        path: ['broken'],
        extensions: { code: 'INTERNAL', requestId },
      },
    ]),
  )
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.text).not.toMatch(/select|person|\/srv|stack/)
  expect(server.logged()).toContain('select secret from')
  expect(server.logged()).toContain(String(requestId))
})

test('ERR-03 a null where none may be is an INTERNAL error and empties the data', async () => {
  const { post } = await startGraphQL()
  const answer = await post({ query: '{ hello mustNotBeNull { id } }' })
  expect(answer.status).toBe(200)
  expect(answer.json()).toMatchObject({
    data: null,
    errors: [{ message: 'A server error has occurred', extensions: { code: 'INTERNAL' } }],
  })
})

test('ERR-03 ERR-11 a failure before anything ran is a 500 in the same shape', async () => {
  const { post, server } = await startGraphQL({
    sessionOf: async () => {
      throw new Error('connect ECONNREFUSED /run/postgres/.s.PGSQL.5432')
    },
  })
  const answer = await post({ query: '{ hello }' })
  expect(answer.status).toBe(500)
  expect(answer.json()).toEqual({
    errors: [
      {
        message: 'A server error has occurred',
        extensions: { code: 'INTERNAL', requestId: answer.headers['x-request-id'] },
      },
    ],
  })
  expect(server.logged()).toContain('ECONNREFUSED')
})

test('root fields of a mutation run one after the other', async () => {
  const { post, trace } = await startGraphQL()
  const answer = await post({ query: 'mutation { a: add(amount: 1) b: add(amount: 2) c: add(amount: 3) }' })
  expect(answer.json()).toEqual({ data: { a: 1, b: 3, c: 6 } })
  expect(trace.ran.filter((entry) => entry !== 'add')).toEqual(['add 1', 'add 2', 'add 3'])
})

test('introspection is for super users, and for everybody in development', async () => {
  const query = getIntrospectionQuery()
  const production = await startGraphQL()
  const refused = await production.post({ query })
  expect([refused.status, refused.json().errors[0].extensions.code]).toEqual([403, 'FORBIDDEN'])
  const superUser = await production.post({ query }, { cookie: `csrftoken=${CSRF}; sessionid=super` })
  expect(superUser.json().data.__schema.queryType.name).toBe('Query')
  const development = await startGraphQL({ development: true })
  expect((await development.post({ query })).json().data.__schema.queryType.name).toBe('Query')
  const signedOut = await development.post({ query: '{ __schema { queryType { name } } hello }' }, SIGNED_OUT)
  expect(signedOut.status).toBe(401)
})

test('who may not introspect the schema gets no suggestion for a misspelt name either', async () => {
  const message = async (development: boolean) => {
    const { post } = await startGraphQL({ development })
    return (await post({ query: '{ helo }' })).json().errors[0].message
  }
  expect(await message(false)).toBe('Cannot query field "helo" on type "Query".')
  expect(await message(true)).toContain('Did you mean "hello"?')
})

test('AUTH-02 a page that another person opened runs nothing in the name of who has signed in since', async () => {
  const { post, trace } = await startGraphQL()
  const query = 'mutation { add(amount: 1) }'
  const refused = await post({ query, extensions: { person: 'somebody-else' } })
  expect(refused.status).toBe(409)
  expect(refused.json()).toEqual({
    errors: [
      {
        message: 'Another account is signed in here now. Please reload the page to continue.',
        extensions: { code: 'CONFLICT', reason: 'OTHER_ACCOUNT' },
      },
    ],
  })
  expect(trace.ran).toEqual([])
  for (const extensions of [{ person: 'ann' }, {}, { person: 7 }, null]) {
    expect((await post({ query, extensions })).status).toBe(200)
  }
  // Without a session the sign-in is asked for, whoever opened the page.
  const ended = await post({ query, extensions: { person: 'somebody-else' } }, SIGNED_OUT)
  expect([ended.status, ended.json().errors[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED'])
})
