import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PASSWORD } from '../../demo/content/index.ts'
import { Client, type GraphqlAnswer } from '../client.ts'

/** A client that waits where its calls of the minute are used up, as people do without noticing. */
class RateAwareClient extends Client {
  override async graphql(query: string, variables: Record<string, unknown> = {}): Promise<GraphqlAnswer> {
    for (;;) {
      const answer = await super.graphql(query, variables)
      if (answer.status !== 429) return answer
      await sleep(Number(answer.errors[0]?.extensions.retryAfter) * 1000)
    }
  }
}

/** A portfolio and its documents. */
export interface Place {
  readonly slug: string
  readonly treeId: string
}

export async function signIn(address: string, email: string): Promise<Client> {
  const client = new RateAwareClient(address)
  await client.signIn(email, DEMO_PASSWORD)
  return client
}

/** The first portfolio whose documents this person administers. */
export async function administeredBy(client: Client): Promise<Place> {
  const { data } = await client.graphql('{ portfolios { slug documentsTree { id canEditPermissions } } }')
  const portfolios = data?.portfolios as {
    slug: string
    documentsTree: { id: string; canEditPermissions: boolean } | null
  }[]
  for (const { slug, documentsTree } of portfolios) {
    if (documentsTree?.canEditPermissions) return { slug, treeId: documentsTree.id }
  }
  throw new Error('The demo has no portfolio whose documents this person administers.')
}
