import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { by, PAGE, renderAt } from '../../testing/renderAt.tsx'

test.each([true, false])(
  'the form for the first super user stands there while its link works (%s)',
  async (works) => {
    const asked: unknown[] = []
    renderAt(
      '/setup?token=abc',
      {
        SetupWorks: by((variables) => {
          asked.push(variables)
          return { data: { setupWorks: works } }
        }),
      },
      { ...PAGE, user: null },
    )
    if (works) await screen.findByRole('button', { name: 'Create super user' })
    else {
      await screen.findByRole('heading', { name: 'This link is no longer valid' })
      expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
      expect(screen.queryByRole('textbox')).toBeNull()
    }
    expect(asked).toEqual([{ token: 'abc' }])
  },
)
