import { once } from 'node:events'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { WEBHOOK_EVENTS } from '../../../shared/webhookRules.ts'
import { makeCertificate } from '../../../testing/certificate.ts'
import type { Client } from '../../../testing/client.ts'
import type { TestDatabase } from '../../../testing/database/index.ts'
import { trust } from '../../../testing/oidc/index.ts'
import type { Room } from '../../../testing/room.ts'
import type { TestServer } from '../../../testing/server.ts'
import { tokensOver } from '../tokens/tokens.fixture.ts'

/** What a receiver got. */
export interface Got {
  id: string
  timestamp: string
  signature: string
  body: string
  payload: { type: string; timestamp: string; data: Record<string, unknown> }
  at: number
}

/** A server over HTTPS that takes deliveries, as those who are told of events have one. */
export async function startReceiver() {
  const { key, cert } = makeCertificate()
  trust(cert)
  const got: Got[] = []
  let answer: (path: string) => number | 'never' | { redirect: string } = () => 204
  const server = https.createServer({ key, cert }, (request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => {
      body += part
    })
    request.on('end', () => {
      got.push({
        id: String(request.headers['webhook-id']),
        timestamp: String(request.headers['webhook-timestamp']),
        signature: String(request.headers['webhook-signature']),
        body,
        payload: JSON.parse(body),
        at: Date.now(),
      })
      const said = answer(request.url ?? '/')
      if (said === 'never') return
      if (typeof said === 'number') response.writeHead(said).end()
      else response.writeHead(302, { location: said.redirect }).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `https://localhost:${port}`,
    got,
    /** How it answers from now on, by path. */
    answers: (given: typeof answer) => {
      answer = given
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const EVENTS = Object.keys(WEBHOOK_EVENTS)
const FIELDS = 'webhook { id revision url events isOn offNote lastSuccessAt } secret errors { field message }'

export interface Saved {
  webhook: { id: string; revision: number; isOn: boolean; offNote: string | null }
  secret: string
  errors: { field: string | null; message: string }[]
}
export interface Listed {
  id: string
  event: string
  status: number | null
  tries: number
  deliveredAt: string | null
  note: string | null
}

/** Organisations whose admins keep webhooks as the page does. */
export function webhooksOver(
  database: TestDatabase,
  server: () => TestServer,
  receiver: () => Pick<Awaited<ReturnType<typeof startReceiver>>, 'url'>,
) {
  const { make, owner, signedIn } = tokensOver(database, server)

  /** An organisation with its admin, and a portfolio with a tree of documents. */
  async function fund() {
    const organisationId = await make.organisation()
    const { rows } = await database.pool.query('select slug from organisation where id = $1', [
      organisationId,
    ])
    const portfolio = await make.portfolio({ organisationId })
    const treeId = await make.tree({ organisationId, portfolioId: portfolio.id })
    const admin = await owner()
    await make.member(
      await make.group({ organisationId, role: ['ORG_ADMIN'], organisationWide: true }),
      admin.id,
    )
    return { organisationId, orgSlug: rows[0].slug as string, portfolio, treeId, ...admin }
  }
  const create = async (client: Client, orgSlug: string, input: object = {}): Promise<Saved> => {
    const { data, errors } = await client.graphql(
      `mutation($orgSlug: String!, $input: WebhookInput!) { createWebhook(orgSlug: $orgSlug, input: $input) { ${FIELDS} } }`,
      { orgSlug, input: { url: receiver().url, events: EVENTS, ...input } },
    )
    if (!data) throw new Error(JSON.stringify(errors))
    return data.createWebhook as Saved
  }
  const update = (client: Client, id: string, revision: number, input: object) =>
    client.graphql(
      `mutation($id: ID!, $revision: Int!, $input: WebhookInput!) {
        updateWebhook(id: $id, revision: $revision, input: $input) { ${FIELDS} } }`,
      { id, revision, input },
    )
  const list = async (client: Client, webhookId: string): Promise<Listed[]> => {
    const { data, errors } = await client.graphql(
      'query($id: ID!) { webhookDeliveries(webhookId: $id) { count items { id event status tries deliveredAt note } } }',
      { id: webhookId },
    )
    if (!data) throw new Error(JSON.stringify(errors))
    return (data.webhookDeliveries as { items: Listed[] }).items
  }
  const deliver = () => server().app.services.webhooks.deliverDue()
  const upload = async (room: Room, name: string, isWhole = true) => {
    const [announced] = await room.announce([{ name, size: 1 }])
    if (!announced) throw new Error('Nothing was announced.')
    if (isWhole) await room.put(announced, new Uint8Array([65]))
    await room.confirm([announced])
    return announced
  }
  const turnBack = (seconds: number) =>
    database.pool.query('update webhook_delivery set due_at = due_at - make_interval(secs => $1)', [seconds])
  return { make, owner, signedIn, fund, create, update, list, deliver, upload, turnBack }
}
