import { PORTFOLIO } from './support/room.ts'
import { expect, expectAccessible, test } from './support/test.ts'

test('PORT-01 PORT-02 PORT-14 PORT-15 PORT-28 a room is found among the deal rooms, and its figures can be hidden', async ({
  open,
}) => {
  const page = await open('taxEquity')
  await page.goto('/dealroom')
  await page.getByRole('link', { name: 'Active Marketing' }).click()
  await expectAccessible(page)
  await page.getByRole('link', { name: PORTFOLIO.name }).click()
  await expect(page.getByRole('heading', { name: PORTFOLIO.name, level: 1 })).toBeVisible()
  const figures = page.getByLabel('Figures')
  await expect(figures).toContainText('Status')
  // The organisation's own word for the status.
  await expect(figures).toContainText('Active Marketing')
  await expect(
    page.getByRole('navigation', { name: PORTFOLIO.name }).getByRole('link', { name: 'Documents' }),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Hide figures' }).click()
  await expect(figures).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Show figures' })).toBeVisible()
  await expect(figures).toHaveCount(0)
  await page.getByRole('button', { name: 'Show figures' }).click()
  await expect(figures).toBeVisible()

  await page.goto('/portfolios/prairie-sun-ii')
  await expect(page.getByRole('heading', { name: 'Prairie Sun II', level: 1 })).toBeVisible()
  await page.goto(`/portfolios/${PORTFOLIO.slug}`)
  await expect(page.getByRole('heading', { name: PORTFOLIO.name, level: 1 })).toBeVisible()
  await page.goto('/')
  const visited = page.getByRole('main').getByRole('list').last().getByRole('link')
  await expect(visited).toHaveText([new RegExp(`^${PORTFOLIO.name}`), /^Prairie Sun II/])
  await expectAccessible(page)
})
