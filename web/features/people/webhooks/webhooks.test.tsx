import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import { type Answers, by, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'
import { countsOf } from '../core/people.fixture.tsx'

const AGO = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const webhook = (id: string, more: object = {}) => ({
  __typename: 'Webhook',
  id,
  revision: 3,
  url: `https://${id}.example/in`,
  events: ['document.published', 'member.left'],
  isOn: true,
  offNote: null,
  lastSuccessAt: null,
  ...more,
})
const delivery = (id: string, more: object = {}) => ({
  __typename: 'WebhookDelivery',
  id,
  event: 'document.published',
  at: AGO(2),
  status: 204,
  tries: 1,
  deliveredAt: AGO(2),
  note: null,
  ...more,
})
const none: never[] = []

beforeEach(() => setWindowWidth(1440))

function open(webhooks: readonly object[], answers: Answers = {}) {
  renderAt('/meridian/admin/api', {
    Viewer: viewerOf([organisation('Meridian', ['ORG_ADMIN'])]),
    AdminCounts: countsOf(1, 1),
    Webhooks: by(() => ({
      data: {
        webhooks,
        viewer: {
          __typename: 'User',
          id: 'person-1',
          organization: { __typename: 'Organization', id: 'org-1', apiTokensAllowed: true },
        },
      },
    })),
    ...answers,
  })
  return userEvent.setup()
}

test('TOKEN-11 TOKEN-14 each webhook says what it is told of and whether it was switched off', async () => {
  open([
    webhook('hooks', { lastSuccessAt: AGO(2) }),
    webhook('old', { isOn: false, offNote: 'No delivery was answered for three days.' }),
  ])
  const on = await screen.findByRole('group', { name: 'hooks.example' })
  expect(on.textContent).toContain('https://hooks.example/inOn')
  expect(on.textContent).toContain(
    'A file was published, Somebody left the organisation. Last delivered 2 hours ago.',
  )
  const off = screen.getByRole('group', { name: 'old.example' })
  expect(off.textContent).toContain('It was switched off. No delivery was answered for three days.')
})

test('TOKEN-11 a secret is shown once, and what is wrong stands at its field', async () => {
  const sent: unknown[] = []
  const user = open([], {
    CreateWebhook: by((variables) => {
      sent.push(variables)
      return {
        data: { createWebhook: { __typename: 'WebhookPayload', secret: 'whsec_abc', errors: none } },
      }
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Add webhook' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add webhook' })
  const address = within(dialog).getByRole('textbox', { name: 'Address' })
  await user.type(address, 'http://hooks.example')
  await user.click(within(dialog).getByRole('button', { name: 'Add webhook' }))
  await within(dialog).findByText('Please enter an address that begins with https://.')
  await within(dialog).findByText('Please choose what it is told of.')
  expect(sent).toEqual([])
  await user.clear(address)
  await user.type(address, 'https://hooks.example')
  await user.click(within(dialog).getByRole('combobox', { name: 'Events' }))
  await user.click(await screen.findByRole('option', { name: 'A file was published' }))
  await user.click(within(dialog).getByRole('button', { name: 'Add webhook' }))
  const shown = await screen.findByRole('dialog', { name: 'The secret of your webhook' })
  within(shown).getByText('whsec_abc')
  expect(sent).toEqual([
    {
      orgSlug: 'meridian',
      input: { url: 'https://hooks.example', events: ['document.published'], isOn: true },
    },
  ])
})

test('TOKEN-15 deliveries are listed with status and time, and sent again', async () => {
  const sent: unknown[] = []
  const user = open([webhook('hooks')], {
    WebhookDeliveries: {
      data: {
        webhookDeliveries: {
          __typename: 'WebhookDeliveryPage',
          count: 2,
          items: [
            delivery('d1'),
            delivery('d2', { status: 500, tries: 3, deliveredAt: null, note: 'It answered 500.' }),
          ],
        },
      },
    },
    ResendWebhookDelivery: by((variables) => {
      sent.push(variables)
      return { data: { resendWebhookDelivery: delivery('d2', { status: 500, deliveredAt: null }) } }
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Show deliveries' }))
  const list = await screen.findByRole('list', { name: 'Deliveries to hooks.example' })
  const rows = within(list).getAllByRole('listitem')
  expect(rows[0]?.textContent).toContain('A file was published2 hours ago, Delivered, 204')
  expect(rows[1]?.textContent).toContain('It answered 500. Tried 3 times.')
  await user.click(within(rows[1] as HTMLElement).getByRole('button', { name: 'Send again' }))
  await screen.findByText('It is sent again')
  expect(sent).toEqual([{ id: 'd2' }])
})

test('TOKEN-01 tokens are switched off for the data of the organisation', async () => {
  const sent: unknown[] = []
  const user = open([], {
    SetApiTokensAllowed: by((variables) => {
      sent.push(variables)
      return { data: { setApiTokensAllowed: { __typename: 'DeletePayload', success: true, errors: none } } }
    }),
  })
  await user.click(await screen.findByRole('switch', { name: 'API tokens' }))
  await screen.findByText('API tokens are switched off')
  expect(sent).toEqual([{ orgSlug: 'meridian', isAllowed: false }])
})
