import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import path from 'node:path'
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import type { DocumentNode } from 'graphql'
import { expect, test } from 'vitest'
import { KNOWN_TEXTS } from '../server/knownTexts.generated.ts'

const ROOT = path.join(import.meta.dirname, '..')

/** The text that the page's client sends for a document. */
async function sentText(document: DocumentNode): Promise<string> {
  let text = ''
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: new HttpLink({
      uri: 'http://localhost/graphql',
      fetch: async (_address, init) => {
        text = JSON.parse(String(init?.body)).query
        return Response.json({ errors: [{ message: 'Nothing is asked here.' }] })
      },
    }),
  })
  const [operation] = document.definitions.filter((node) => node.kind === 'OperationDefinition')
  // Directives are looked at before anything is sent; of what type the values are makes no difference here.
  const variables = Object.fromEntries(
    (operation?.variableDefinitions ?? []).map(({ variable }) => [variable.name.value, true]),
  )
  await (operation?.operation === 'mutation'
    ? client.mutate({ mutation: document, variables })
    : client.query({ query: document, variables })
  ).catch(() => {})
  return text
}

test('the server knows every text that the page sends, and no other', async () => {
  const sent = new Set<string>()
  for (const file of globSync('web/**/operations.generated.ts', { cwd: ROOT })) {
    const operations: Record<string, DocumentNode> = await import(path.join(ROOT, file))
    for (const [name, document] of Object.entries(operations)) {
      if (!name.endsWith('Document')) continue
      const hash = createHash('sha256')
        .update(await sentText(document))
        .digest('base64url')
      expect([name, KNOWN_TEXTS.has(hash)]).toEqual([name, true])
      sent.add(hash)
    }
  }
  expect(sent.size).toBeGreaterThan(30)
  expect(KNOWN_TEXTS.size).toBe(sent.size)
})
