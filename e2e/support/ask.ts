import type { Page } from '@playwright/test'

/** What a page of the product asks for its person. */
export const ask = <Answer>(page: Page, query: string, variables: object): Promise<Answer> =>
  page.evaluate(
    async (body) => {
      const csrf = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? ''
      const headers = { 'content-type': 'application/json', 'x-csrftoken': csrf }
      const answer = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify(body) })
      return (await answer.json()).data
    },
    { query, variables },
  )
