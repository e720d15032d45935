import { type GraphQLFieldResolver, graphql, isObjectType } from 'graphql'
import { beforeAll, expect, test } from 'vitest'
import { addPerson, signedIn, TestBrowser } from '../../../testing/browser.ts'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import type { Context } from '../../contracts/context.ts'
import { createHooks, joins } from '../../platform/hooks.ts'
import { buildSchemaFromModules } from '../../schema.ts'
import { type Accounts, createAccounts, managersInView } from './index.ts'
import { createAccountsResolvers } from './resolvers.ts'

const database = testDatabase()
const schema = buildSchemaFromModules()
let accounts: Accounts
/** Stands for the funds module: this person manages what every viewer may open. */
let manager = ''

beforeAll(() => {
  accounts = createAccounts(database)
  const known = joins(managersInView, async (_on, { personIds }) => personIds.map((id) => id === manager))
  const hooks = createHooks(() => [known])
  const resolvers = createAccountsResolvers({ accounts, db: database.db, hooks })
  type Fields = Record<string, GraphQLFieldResolver<unknown, Context>>
  for (const [typeName, fields] of Object.entries(resolvers)) {
    const type = schema.getType(typeName)
    for (const [name, resolve] of Object.entries(fields as Fields)) {
      const field = isObjectType(type) ? type.getFields()[name] : undefined
      if (!field) throw new Error(`${typeName}.${name} is not in the schema`)
      field.resolve = resolve
    }
  }
})

/** Runs an operation as the browser's session, with this module's part of the context. */
async function run(browser: TestBrowser, source: string, variableValues = {}) {
  const session = await accounts.sessionOf(browser.sessionToken ?? '')
  const contextValue: Context = { actor: session?.actor ?? null, http: browser }
  return graphql({ schema, source, contextValue, variableValues })
}

const PRIVATE = 'id email phoneNumber twoFactorEnabled lastLogin'

test('AUTH-09 signing in answers with the viewer, private fields included, and signing out ends it', async () => {
  const { id, email } = await addPerson(database.db, {
    phoneNumber: '+12025550100',
    companyName: 'Sunrise Capital',
  })
  const browser = new TestBrowser()
  const signIn = `mutation ($email: String!, $password: String!) {
    signIn(email: $email, password: $password) {
      viewer { ${PRIVATE} fullName name companyName company { name } isSuperUser } codeRequired errors { field message }
    }
  }`
  const result = await run(browser, signIn, { email, password: PASSWORD })
  expect(result).toEqual({
    data: {
      signIn: {
        viewer: {
          id,
          email,
          phoneNumber: '+12025550100',
          twoFactorEnabled: false,
          lastLogin: expect.any(Date),
          fullName: 'Ann Lee',
          name: 'Ann Lee',
          companyName: 'Sunrise Capital',
          company: { name: 'Sunrise Capital' },
          isSuperUser: false,
        },
        codeRequired: false,
        errors: [],
      },
    },
  })
  expect((await run(browser, '{ viewer { id email } }')).data).toEqual({ viewer: { id, email } })
  expect((await run(browser, 'mutation { signOut { success } }')).data).toEqual({
    signOut: { success: true },
  })
  const signedOut = await run(browser, '{ viewer { id } }')
  expect(signedOut.errors?.[0]?.message).toBe('Please sign in.')
})

test('AUTH-10 AUTH-14 the second step answers with the viewer', async () => {
  const phoneNumber = '+12025550101'
  const { id, email } = await addPerson(database.db, { phoneNumber, twoFactorEnabled: true })
  const browser = new TestBrowser()
  const first = await run(
    browser,
    `mutation { signIn(email: "${email}", password: "${PASSWORD}") { codeRequired viewer { id } } }`,
  )
  expect(first.data).toEqual({ signIn: { codeRequired: true, viewer: null } })
  expect((await run(browser, 'mutation { signInResendCode { success } }')).data).toEqual({
    signInResendCode: { success: true },
  })
  const sent = await database.db
    .selectFrom('sms_outbox')
    .select('body')
    .where('recipient', '=', phoneNumber)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const code = /\d{6}/.exec(sent.body)?.[0]
  const second = await run(browser, `mutation { signInVerify(code: "${code}") { viewer { id email } } }`)
  expect(second.data).toEqual({ signInVerify: { viewer: { id, email } } })
})

test('private fields of another person are for those whom the policy names', async () => {
  const make = factories(database)
  const phoneNumber = '+12025550102'
  const person = await addPerson(database.db, { phoneNumber, lastLoginAt: new Date('2026-01-05') })
  const all = { id: person.id, email: person.email, phoneNumber, lastLogin: new Date('2026-01-05') }
  const none = { id: person.id, email: null, phoneNumber: null, twoFactorEnabled: null, lastLogin: null }
  const organisationId = await make.organisation()
  const members = await make.group({ organisationId, role: 'Viewer' })
  const admins = await make.group({ organisationId, role: 'Users Admin' })
  await make.member(members, person.id)
  // The viewer's own row stands for any other place of the schema that hands on a person.
  const Query = schema.getQueryType()?.getFields().viewer
  const viewer = Query?.resolve
  if (!Query || !viewer) throw new Error('viewer has no resolver')
  const seenBy = async (given: { isSuperUser?: boolean; group?: string }) => {
    const other = await addPerson(database.db, given)
    if (given.group) await make.member(given.group, other.id)
    const { browser } = await signedIn(accounts, other.email)
    Query.resolve = (_root, _args, context: Context) => accounts.person(context, person.id)
    const { data } = await run(browser, `{ viewer { ${PRIVATE} } }`)
    Query.resolve = viewer
    return data?.viewer
  }
  expect(await seenBy({ group: members })).toEqual(none)
  expect(await seenBy({ group: admins })).toEqual({ ...all, twoFactorEnabled: null })
  expect(await seenBy({ isSuperUser: true })).toEqual({ ...all, twoFactorEnabled: false })
  manager = person.id
  expect(await seenBy({ group: members })).toEqual({ ...none, email: person.email })
})
