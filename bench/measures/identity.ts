import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../../server/platform/database/database.ts'
import { makeCertificate } from '../../testing/certificate.ts'
import { Client } from '../../testing/client.ts'
import { factories, PASSWORD } from '../../testing/factories.ts'
import { CLIENT, startOidcProvider, type TestProvider } from '../../testing/oidc/index.ts'
import type { ServerInput } from '../server.ts'
import { listCalls } from '../support/folderList.ts'
import { type Call, Caller, inParallel } from '../support/load.ts'
import type { Figure, Measure } from '../support/measure.ts'
import { type Program, startProgram } from '../support/program.ts'
import type { Stage } from '../support/stage.ts'
import { median, medianRatio } from '../support/statistics.ts'

const DOMAIN = 'identity.bench.example'
/** Of the people whom a directory sends. */
const SENT = 'sent.bench.example'
/** Milliseconds of our own that a sign-in by OIDC may take. */
const OWN_MS = 30
/** People who sign in by a password beside a provider that hangs, two at a time, and how often in a round of a second or so. */
const PEOPLE = 12
const SIGN_INS = 60
/** Browsers a second that are led to a provider that hangs; more than fifty of them never wait. */
const HANGING_PER_SECOND = 10
/** Of a directory, and statements that it may cost (SCIM-17, SCIM-20). */
const SCIM_PER_SECOND = 20
const SCIM_STATEMENTS = 60
const CONNECTIONS = 4

/** What somebody's own firm costs: a sign-in by OIDC, a provider that hangs, and a directory that sends its people. */
export const identity: Measure = {
  name: 'identity',
  run: async (stage, { quick }) => {
    const opened = await stage()
    const provider = await startOidcProvider()
    const hanging = await startHanging()
    // Both servers of sign-in are on this machine, with certificates of their own.
    const product = await startProgram('server.ts', {
      dataDir: opened.dataDir,
      connection: opened.connection,
      env: { SSO_PRIVATE_NETWORKS: 'on' },
      trusted: `${provider.cert}\n${hanging.cert}`,
    } satisfies ServerInput)
    const caller = new Caller(product.origin, CONNECTIONS)
    const firm = await createFirm(opened, product)
    try {
      const viewer = new Client(product.origin)
      await viewer.signIn(opened.world.viewer, PASSWORD)
      const lists = listCalls(viewer, opened.world.small)
      return [
        await signInByOidc(firm, provider, quick ? 5 : 60),
        ...(await besideHanging(firm, hanging.issuer, {
          rounds: quick ? 2 : 9,
          work: {
            lists: () => listRate(caller, lists, quick ? 500 : 2000),
            'sign-ins': () => signInRate(product, firm.people, quick ? 4 : SIGN_INS),
          },
        })),
        ...(await besideDirectory(firm, {
          product,
          people: quick ? 80 : 1000,
          // Short ones, so that what else the machine does falls on both sides of many pairs.
          rate: () => listRate(caller, lists, 800),
        })),
      ]
    } finally {
      caller.close()
      await firm.close()
      await product.stop()
      await hanging.close()
      await provider.close()
    }
  },
}

/** A server that takes every request and answers none. */
async function startHanging(): Promise<{ issuer: string; cert: string; close(): Promise<void> }> {
  const certificate = makeCertificate()
  const server = https.createServer(certificate, () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    issuer: `https://localhost:${port}`,
    cert: certificate.cert,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Firm {
  close(): Promise<void>
  /** E-mails of members, who sign in by a password as well as by the connection. */
  people: readonly string[]
  browser(): Client
  /** Connects a provider, whether it answers or not. @returns the connection's id */
  connect(issuer: string, domain: string): Promise<string>
  /** A connection that a directory provisions. */
  provision(): Promise<{ connectionId: string; token: string }>
}

async function createFirm({ connection: poolConfig }: Stage, product: Program): Promise<Firm> {
  const { close, ...database } = openDatabase(poolConfig)
  const make = factories({ ...database, poolConfig })
  const slug = 'bench-identity'
  const organisationId = await make.organisation({ name: 'Bench identity', slug })
  const member = async (email: string, groupId: string) => {
    const id = await make.person({ email, password: PASSWORD })
    await make.member(groupId, id)
    return id
  }
  const admins = await make.group({ organisationId, role: ['ORG_ADMIN'], organisationWide: true })
  const viewers = await make.group({ organisationId, role: ['OVERVIEW_VIEW'], organisationWide: true })
  const adminEmail = `admin@${DOMAIN}`
  const adminId = await member(adminEmail, admins)
  const people = Array.from({ length: PEOPLE }, (_, n) => `person${n}@${DOMAIN}`)
  for (const email of people) await member(email, viewers)
  const admin = new Client(product.origin)
  await admin.signIn(adminEmail, PASSWORD)
  const mutate = async (text: string, variables: Record<string, unknown>) => {
    const { data, errors } = await admin.graphql(text, variables)
    const [answer] = Object.values(data ?? {}) as { errors?: readonly object[] }[]
    if (!answer || errors.length > 0 || (answer.errors?.length ?? 0) > 0)
      throw new Error(JSON.stringify({ errors, data }))
    return answer
  }
  const create = async (input: object): Promise<string> => {
    const { connection } = (await mutate(
      `mutation($input: SsoConnectionInput!) {
        createSsoConnection(input: $input) { connection { id } errors { message } } }`,
      { input: { orgSlug: slug, ...input } },
    )) as { connection: { id: string } }
    await database.pool.query('update sso_domain set approved_at = now() where connection_id = $1', [
      connection.id,
    ])
    return connection.id
  }
  return {
    close,
    people,
    browser: () => new Client(product.origin),
    connect: async (issuer, domain) => {
      // One that doesn't answer is refused when it is switched on by its form.
      const id = await create({ name: `Of ${domain}`, domains: [domain], issuer, ...CLIENT })
      await database.pool.query('update sso_connection set is_on = true where id = $1', [id])
      return id
    },
    provision: async () => {
      const domains = [SENT]
      const connectionId = await create({ name: 'Sends people', kind: 'SAML', domains, isProvisioned: true })
      await mutate(
        'mutation($id: ID!, $password: String!) { checkUserPassword(id: $id, password: $password) { success } }',
        {
          id: adminId,
          password: PASSWORD,
        },
      )
      const { token } = (await mutate(
        'mutation($id: ID!) { renewScimToken(connectionId: $id) { token errors { message } } }',
        { id: connectionId },
      )) as { token: string }
      return { connectionId, token }
    },
  }
}

/** What the two addresses take that a browser comes by, less what the provider takes for what it is asked meanwhile. */
async function signInByOidc(firm: Firm, provider: TestProvider, rounds: number): Promise<Figure> {
  const connectionId = await firm.connect(provider.issuer, DOMAIN)
  const times = { own: [] as number[], whole: [] as number[] }
  // The first ones load the library, and what the provider says of itself.
  for (let round = -3; round < rounds; round += 1) {
    const email = firm.people[(round + 3) % firm.people.length] ?? ''
    const browser = firm.browser()
    let ours = 0
    const led = async (address: string): Promise<string> => {
      const began = performance.now()
      const answer = await browser.request(address, { headers: { accept: 'text/html' } })
      ours += performance.now() - began
      return answer.headers.get('location') ?? ''
    }
    const before = await provider.spentMs()
    const there = await led(`/sso/${connectionId}/start`)
    const back = await provider.signIn(there, email)
    const to = await led(back)
    if (to !== '/') throw new Error(`The sign-in has led to ${to}.`)
    if (round < 0) continue
    times.whole.push(ours)
    times.own.push(ours - ((await provider.spentMs()) - before))
  }
  const value = median(times.own)
  return {
    title: 'our own time of a sign-in by OIDC',
    ours: `${median(times.whole).toFixed(1)} ms with the provider`,
    floor: '',
    value,
    shown: `${value.toFixed(1)} ms`,
    target: { atMost: OWN_MS },
    targetShown: `≤ ${OWN_MS} ms`,
  }
}

const rateOf = async (count: number, work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return count / ((performance.now() - began) / 1000)
}

const listRate = (caller: Caller, lists: readonly Call[], count: number): Promise<number> => {
  const calls = Array.from({ length: count }, (_, index) => lists[index % lists.length] ?? [])
  return rateOf(count, () => inParallel(CONNECTIONS, calls.flat(), (call) => caller.send(call)))
}

const signInRate = (product: Program, people: readonly string[], count: number): Promise<number> => {
  const emails = Array.from({ length: count }, (_, n) => people[n % people.length] ?? '')
  return rateOf(count, () =>
    inParallel(2, emails, (email) => new Client(product.origin).signIn(email, PASSWORD)),
  )
}

/** Neither of two sides is always the first, which has the warmer or the colder caches. */
const inTurn = <Side>(round: number, one: Side, other: Side): Side[] =>
  round % 2 === 0 ? [one, other] : [other, one]

/** What others get done while browsers are led to a provider that takes every request and answers none. */
async function besideHanging(
  firm: Firm,
  issuer: string,
  { rounds, work }: { rounds: number; work: Readonly<Record<string, () => Promise<number>>> },
): Promise<Figure[]> {
  const connectionId = await firm.connect(issuer, 'hanging.bench.example')
  const waiting = new Set<Promise<unknown>>()
  let isHanging = false
  let isOver = false
  const leading = (async () => {
    while (!isOver) {
      await wait(1000 / HANGING_PER_SECOND)
      if (!isHanging) continue
      const going = firm
        .browser()
        .request(`/sso/${connectionId}/start`, { headers: { accept: 'text/html' } })
        .finally(() => waiting.delete(going))
      waiting.add(going)
    }
    await Promise.all(waiting)
  })()
  const figures: Figure[] = []
  try {
    for (const [title, once] of Object.entries(work)) {
      const rates = { quiet: [] as number[], beside: [] as number[] }
      await once()
      const quiet = async () => {
        rates.quiet.push(await once())
      }
      const beside = async () => {
        isHanging = true
        // Until as many wait as will.
        await wait(1000)
        rates.beside.push(await once())
        isHanging = false
        await Promise.all(waiting)
      }
      for (let round = 0; round < rounds; round += 1) {
        for (const side of inTurn(round, quiet, beside)) await side()
      }
      figures.push({
        title: `${title} of others beside a provider that hangs`,
        ours: `${median(rates.beside).toFixed(1)} /s`,
        floor: `${median(rates.quiet).toFixed(1)} /s`,
        value: medianRatio(rates.beside, rates.quiet),
        target: { atLeast: 0.95 },
      })
    }
  } finally {
    isOver = true
    await leading
  }
  return figures
}

/** Lists of others while a directory sends people as fast as it may, and the statements that these cost. */
async function besideDirectory(
  firm: Firm,
  { product, people, rate }: { product: Program; people: number; rate: () => Promise<number> },
): Promise<Figure[]> {
  const { connectionId, token } = await firm.provision()
  // Connections are kept, as directories do.
  const directory = new Caller(product.origin, SCIM_PER_SECOND)
  let sent = 0
  /** One every 50 ms, whether the former ones were answered or not. */
  const send = async (until: () => boolean): Promise<void> => {
    const answers: Promise<unknown>[] = []
    for (let next = performance.now(); !until(); next += 1000 / SCIM_PER_SECOND) {
      await wait(Math.max(0, next - performance.now()))
      sent += 1
      answers.push(createPerson(directory, { connectionId, token, name: `sent${sent}` }))
    }
    await Promise.all(answers)
  }
  await rate()
  // Nobody else asks meanwhile. What the product does once a minute falls into one of the seconds, if into any.
  const asked: number[] = []
  while (asked.length < people / 10 / SCIM_PER_SECOND) {
    const [before, began, until] = [await product.usage(), performance.now(), sent + SCIM_PER_SECOND]
    await send(() => sent >= until)
    const seconds = (performance.now() - began) / 1000
    asked.push(((await product.usage()).statements - before.statements) / seconds)
  }
  const statements = median(asked)
  const rates = { quiet: [] as number[], beside: [] as number[] }
  const quiet = async () => {
    rates.quiet.push(await rate())
  }
  const beside = async () => {
    let isListed = false
    const sending = send(() => isListed)
    rates.beside.push(await rate())
    isListed = true
    await sending
  }
  for (let round = 0; sent < people; round += 1) {
    for (const side of inTurn(round, quiet, beside)) await side()
  }
  directory.close()
  return [
    {
      title: `lists of others while a directory sends ${sent} people at ${SCIM_PER_SECOND} a second`,
      ours: `${Math.round(median(rates.beside))} /s`,
      floor: `${Math.round(median(rates.quiet))} /s`,
      value: medianRatio(rates.beside, rates.quiet),
      target: { atLeast: 0.9 },
    },
    {
      title: `statements for ${SCIM_PER_SECOND} people a second`,
      ours: '',
      floor: '',
      value: statements,
      shown: `${statements.toFixed(1)} /s`,
      target: { atMost: SCIM_STATEMENTS },
      targetShown: `≤ ${SCIM_STATEMENTS} /s`,
    },
  ]
}

/** @throws for any answer but that the person was created */
const createPerson = (
  directory: Caller,
  { connectionId, token, name }: { connectionId: string; token: string; name: string },
) =>
  directory.send({
    method: 'POST',
    path: `/scim/v2/${connectionId}/Users`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: `${name}@${SENT}`,
      externalId: name,
      name: { givenName: 'Sent', familyName: name },
      emails: [{ value: `${name}@${SENT}`, type: 'work', primary: true }],
      active: true,
    }),
    status: 201,
  })
