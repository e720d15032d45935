import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import { renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'

const member = (name: string, more: object = {}) => ({
  kind: 'query',
  name,
  signature: `${name}: String`,
  description: '',
  permissions: '',
  errors: [],
  byToken: 'read',
  fields: [],
  ...more,
})

beforeEach(() => setWindowWidth(1440))
afterEach(() => vi.unstubAllGlobals())

function open(answer: () => Response) {
  renderAt('/api', { Viewer: viewerOf([organisation('Meridian', ['DOCUMENTS_VIEW'])]) })
  // Beside the operations, which the scripted server answers.
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) =>
    String(input).endsWith('/api/schema') ? Promise.resolve(answer()) : fetch(input, init),
  )
  return userEvent.setup()
}

test('TOKEN-10 the page says how to begin, has examples in three languages, and the schema is searched', async () => {
  const user = open(() =>
    Response.json({
      members: [
        member('portfolios', {
          description: 'Portfolios the viewer may open.',
          permissions: 'Requires membership.',
        }),
        member('createPortfolio', { kind: 'mutation', byToken: 'write', errors: ['CONFLICT'] }),
        member('revokeApiToken', { kind: 'mutation', byToken: 'never' }),
        member('Document', {
          kind: 'type',
          byToken: null,
          signature: 'type Document',
          fields: [{ signature: 'size: Float', description: 'Bytes.' }],
        }),
      ],
    }),
  )
  await screen.findByRole('heading', { name: 'How to begin' })
  const upload = await screen.findByRole('article', { name: 'Upload a file' })
  expect(upload.textContent).toContain('curl -s "$HELIOROOM/graphql"')
  await user.click(screen.getByRole('button', { name: 'Python' }))
  expect(upload.textContent).toContain('urllib.request')
  await user.click(screen.getByRole('button', { name: 'TypeScript' }))
  expect(upload.textContent).toContain('await fetch')

  const list = await screen.findByRole('list', { name: 'Schema' })
  const texts = () =>
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(texts()[0]).toContain('Requires membership.')
  expect(texts()[1]).toContain('By a token that may writeErrors: CONFLICT.')
  expect(texts()[2]).toContain('Not by a token')
  await user.type(screen.getByRole('searchbox', { name: 'Search the schema' }), 'size')
  await vi.waitFor(() => expect(texts()).toEqual([expect.stringContaining('type Document')]))
})

test('a schema that can’t be read says so, and is asked for again', async () => {
  let isThere = false
  const user = open(() =>
    isThere ? Response.json({ members: [member('portfolios')] }) : new Response('', { status: 503 }),
  )
  await screen.findByText('The schema could not be read.')
  isThere = true
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('portfolios: String')
})
