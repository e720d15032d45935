import type { Page } from '@playwright/test'
import { expect, expectAccessible, type Persona, signIn, test } from './support/test.ts'

/** Where something is typed: in a dialog, in an editor, in a page. */
interface Place {
  readonly what: string
  readonly persona: Persona
  readonly address: string
  readonly open: (page: Page) => Promise<unknown>
  readonly field: (page: Page) => ReturnType<Page['getByRole']>
  /** Sends it, once the session has ended. */
  readonly send: (page: Page) => Promise<unknown>
  /** Shows that what was typed was saved after all. */
  readonly after: (page: Page) => ReturnType<Page['getByRole']>
}

const TYPED = 'Typed and not saved'

const PLACES: readonly Place[] = [
  {
    what: 'a dialog',
    persona: 'orgAdmin',
    address: '/segue-infra/admin/groups',
    open: (page) => page.getByRole('button', { name: 'Add group' }).click(),
    field: (page) => page.getByRole('dialog', { name: 'Add group' }).getByRole('textbox', { name: 'Name' }),
    send: async (page) => {
      await page.getByRole('combobox', { name: 'Role' }).click()
      await page.getByRole('option').first().click()
      await page.getByRole('button', { name: 'Add group' }).last().click()
    },
    after: (page) => page.getByRole('row', { name: TYPED }),
  },
  {
    what: 'an editor',
    persona: 'super',
    address: '/portfolios/prairie-sun-ii/overview/investment-summary',
    open: (page) => page.getByRole('button', { name: 'Edit', exact: true }).click(),
    field: (page) => page.getByRole('textbox', { name: /^Markdown of/ }),
    send: (page) => page.getByRole('button', { name: 'Save' }).click(),
    // The page again, which has an Edit, and no field.
    after: (page) =>
      page
        .getByRole('main')
        .filter({ has: page.getByRole('button', { name: 'Edit', exact: true }) })
        .getByText(TYPED),
  },
  {
    what: 'a page',
    persona: 'contributor',
    address: '/support',
    open: (page) => page.getByRole('textbox', { name: 'Description' }).fill('Of an upload.'),
    field: (page) => page.getByRole('textbox', { name: 'Issue' }),
    send: (page) => page.getByRole('button', { name: 'Submit' }).click(),
    after: (page) => page.getByText('Thank you for contacting us.'),
  },
]

const question = (page: Page) => page.getByRole('dialog', { name: 'Unsaved changes' })

for (const { what, persona, address, open: openPlace, field, send, after } of PLACES) {
  test(`what is typed in ${what} outlasts a step in the history, a reload and an ended session`, async ({
    open,
    tolerate,
  }) => {
    tolerate(/401/)
    const page = await open(persona)
    await page.goto(address)
    // So that there is an address in the same page to go on to.
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about')
    await page.goBack()
    await openPlace(page)
    await field(page).fill(TYPED)
    await expect(page.getByText('Unsaved changes')).toBeVisible()

    // The browser's own question, which is answered by staying.
    let asked = 0
    page.on('dialog', async (dialog) => {
      asked += 1
      await dialog.dismiss()
    })
    await page.evaluate(() => setTimeout(() => window.location.reload()))
    await expect.poll(() => asked).toBe(1)
    await expect(field(page)).toHaveValue(TYPED)

    // Within the page the product asks.
    await page.goForward()
    await expectAccessible(page)
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect(page).toHaveURL(address)
    await expect(field(page)).toHaveValue(TYPED)

    await page.context().clearCookies({ name: 'sessionid' })
    await send(page)
    await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
    await signIn(page, persona)
    await expect(page.getByRole('dialog', { name: 'Sign in again' })).toHaveCount(0)
    await expect(after(page)).toBeVisible()
  })
}
