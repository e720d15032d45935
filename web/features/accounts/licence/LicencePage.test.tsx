import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type Answers,
  by,
  NO_CONNECTION,
  PAGE,
  refused,
  renderAt,
  SERVER_ERROR,
} from '../../../testing/renderAt.tsx'

const WAITING = { ...PAGE, user: PAGE.user && { ...PAGE.user, agreements: { acceptedEula: false } } }

const licence = (version: number, text: string) => ({
  data: {
    viewer: {
      __typename: 'User',
      id: 'person-1',
      agreements: {
        __typename: 'UserAgreements',
        acceptedEula: false,
        licence: { __typename: 'Licence', version, text },
      },
    },
  },
})
const accepted = {
  data: {
    updateUserAgreements: {
      __typename: 'UpdateUserAgreementsPayload',
      agreements: { __typename: 'UserAgreements', acceptedEula: true },
    },
  },
}
const TEXT = licence(1, 'First paragraph.\n\n## 1. A heading\n\nThe last words.')

const assign = vi.fn()
let height = { scroll: 1000, client: 300 }

beforeEach(() => {
  height = { scroll: 1000, client: 300 }
  vi.spyOn(window.location, 'assign').mockImplementation(assign)
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(() => height.scroll)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => height.client)
})
afterEach(() => assign.mockReset())

async function open(answers: Answers, address = '/portfolios/prairie-sun') {
  const page = renderAt(address, { Licence: TEXT, ...answers }, WAITING)
  const area = await screen.findByRole('region', { name: 'Licence agreement' })
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  const [agreement, terms, email] = boxes
  if (!agreement || !terms || !email) throw new Error('There are not three boxes')
  return {
    page,
    area,
    agreement,
    terms,
    email,
    ok: screen.getByRole<HTMLButtonElement>('button', { name: 'OK' }),
  }
}

function scrollTo(area: HTMLElement, top: number) {
  area.scrollTop = top
  fireEvent.scroll(area)
}

test('EULA-01 the licence stands in place of every page, known and unknown', async () => {
  for (const address of ['/', '/portfolios/prairie-sun', '/login', '/nowhere/at-all']) {
    const { page } = await open({}, address)
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Licence agreement',
      '1. A heading',
    ])
    page.unmount()
  }
})

test('EULA-02 the text scrolls in an area of its own, which the keyboard reaches', async () => {
  const { area } = await open({})
  expect([getComputedStyle(area).overflowY, area.tabIndex]).toEqual(['auto', 0])
  expect(within(area).getByText('The last words.')).toBeTruthy()
  expect(within(area).queryByRole('checkbox')).toBeNull()
})

test('EULA-04 EULA-05 EULA-06 the required boxes open at the end of the text, and stay open', async () => {
  const { area, agreement, terms, email } = await open({})
  const open3 = () => [agreement.disabled, terms.disabled, email.disabled]
  expect(open3()).toEqual([true, true, false])
  scrollTo(area, 699)
  expect(open3()).toEqual([true, true, false])
  scrollTo(area, 699.5)
  expect(open3()).toEqual([false, false, false])
  scrollTo(area, 0)
  expect(open3()).toEqual([false, false, false])
})

test('EULA-06 a text that fits its area counts as read', async () => {
  height = { scroll: 300, client: 300 }
  const { agreement } = await open({})
  await waitFor(() => expect(agreement.disabled).toBe(false))
})

test('EULA-03 EULA-07 EULA-08 EULA-09 EULA-10 OK opens with both required boxes, sends the choice, and leads to /', async () => {
  const given = vi.fn()
  const { area, agreement, terms, email, ok } = await open({
    UpdateUserAgreements: by((variables) => {
      given(variables)
      return accepted
    }),
  })
  scrollTo(area, 700)
  expect(ok.disabled).toBe(true)
  await userEvent.click(email)
  expect(ok.disabled).toBe(true)
  await userEvent.click(agreement)
  expect(ok.disabled).toBe(true)
  await userEvent.click(terms)
  expect(ok.disabled).toBe(false)
  await userEvent.click(terms)
  expect(ok.disabled).toBe(true)
  await userEvent.click(terms)
  await userEvent.click(email)
  await userEvent.click(ok)
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/'))
  expect(given).toHaveBeenCalledExactlyOnceWith({
    acceptedAgreements: true,
    emailAgreement: false,
    licenceVersion: 1,
  })
})

test.each([
  ['a server error', SERVER_ERROR, 'A server error has occurred.'],
  ['no connection', NO_CONNECTION, 'Connection lost. Please check your network and try again.'],
])('EULA-11 a failed submission keeps the screen: %s', async (_case, answer, text) => {
  const { area, agreement, terms, ok } = await open({ UpdateUserAgreements: answer })
  scrollTo(area, 700)
  await userEvent.click(agreement)
  await userEvent.click(terms)
  await userEvent.click(ok)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text))
  expect([agreement.checked, terms.checked, ok.disabled]).toEqual([true, true, false])
  expect(assign).not.toHaveBeenCalled()
})

test('EULA-01 a text that was replaced meanwhile is shown again, to be read once more', async () => {
  let now = TEXT
  const { area, agreement, terms, ok } = await open({
    Licence: by(() => now),
    UpdateUserAgreements: refused('CONFLICT', 'The licence agreement has changed. Please read the new text.'),
  })
  scrollTo(area, 700)
  await userEvent.click(agreement)
  await userEvent.click(terms)
  now = licence(2, 'Another text.')
  await userEvent.click(ok)
  await screen.findByText('Another text.')
  expect(screen.getByText('The licence agreement has changed. Please read the new text.')).toBeTruthy()
  for (const box of screen.getAllByRole<HTMLInputElement>('checkbox')) expect(box.checked).toBe(false)
})

test('EULA-12 a page that is open when a new licence comes is reloaded', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  const refusal = {
    data: null,
    errors: [
      {
        message: 'Please accept the licence agreement first.',
        extensions: { code: 'FORBIDDEN', reason: 'EULA' },
      },
    ],
  }
  renderAt('/support', { Viewer: refusal })
  await waitFor(() => expect(reload).toHaveBeenCalled())
  await act(async () => {})
})
