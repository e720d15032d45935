import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openRoom } from '../features/documents/testing/openRoom.tsx'
import { room } from '../features/documents/testing/room.ts'
import { by, refused, setWindowWidth } from '../testing/renderAt.tsx'

beforeEach(() => setWindowWidth(1440))

const RIGHTS = { canEdit: true }

/** A room whose session ends once a folder is made, until somebody signs in. */
async function openEnded(signedInAs: string) {
  const entries = [{ id: 'f1', name: '01 Site', folder: true }]
  const { answers } = room(entries, RIGHTS)
  const scripted = answers.CreateFolder
  let over = true
  const made: unknown[] = []
  const page = openRoom('', RIGHTS, entries, {
    ...answers,
    CreateFolder: by((variables) => {
      if (over) return refused('UNAUTHENTICATED', 'Please sign in.')
      made.push(variables.name)
      return typeof scripted === 'function' ? scripted(variables) : {}
    }),
    SignIn: {
      data: {
        signIn: {
          __typename: 'SignInPayload',
          viewer: null,
          codeRequired: true,
          codeMethods: ['SMS'],
          errors: [],
        },
      },
    },
    SignInVerify: by(() => {
      over = false
      const viewer = { __typename: 'User', id: signedInAs }
      return { data: { signInVerify: { __typename: 'SignInVerifyPayload', viewer, errors: [] } } }
    }),
  })
  const { user } = page
  await user.click((await screen.findAllByRole('button', { name: 'New folder' }))[0] as HTMLElement)
  const naming = await screen.findByRole('dialog', { name: /folder/i })
  await user.type(within(naming).getByRole('textbox'), '02 Permits{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in again' }))
  expect(dialog.getByLabelText<HTMLInputElement>('Email').value).toBe('maya.okafor@meridiansolar.example')
  await user.type(dialog.getByLabelText('Password'), 'correct horse{Enter}')
  await user.type(await dialog.findByLabelText('Authentication code'), '123456{Enter}')
  return { ...page, made }
}

test('AUTH-18 ERR-08 a session that ends under a dialog is taken up in place, and what was under way goes on', {
  timeout: 60_000,
}, async () => {
  const { router, made } = await openEnded('person-1')
  expect(await screen.findByRole('link', { name: '02 Permits' })).toBeTruthy()
  expect(made).toEqual(['02 Permits'])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(router.state.location.pathname).not.toBe('/login')
})

test('AUTH-18 somebody else who signs in there does nothing in the name of the person of the page', {
  timeout: 60_000,
}, async () => {
  const { made } = await openEnded('person-2')
  expect(await screen.findByRole('dialog', { name: 'Another account is signed in' })).toBeTruthy()
  expect(made).toEqual([])
  expect(screen.getByRole('button', { name: 'Reload the page', hidden: true })).toBeTruthy()
})
