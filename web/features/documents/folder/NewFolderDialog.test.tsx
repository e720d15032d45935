import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Answers, by, refused, SERVER_ERROR, setWindowWidth } from '../../../testing/renderAt.tsx'
import { ENTRIES, openRoom, rowOf } from '../testing/openRoom.tsx'

beforeEach(() => setWindowWidth(1440))

const ask = async (answers: Answers = {}) => {
  const page = openRoom('', { canEdit: true }, ENTRIES, answers)
  await rowOf('PPA.pdf')
  await page.user.click(screen.getByRole('button', { name: 'New folder' }))
  const dialog = await screen.findByRole('dialog', { name: 'New folder' })
  return {
    ...page,
    dialog,
    create: within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Create' }),
    type: async (name: string) => {
      const field = within(dialog).getByRole('textbox', { name: 'Name' })
      await page.user.clear(field)
      await page.user.type(field, name)
    },
  }
}

test('DOP-01 a folder is created where one is, and its row is pointed at', async () => {
  const page = await ask()
  await page.type('04 Insurance')
  await page.user.click(page.create)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const created = await rowOf('04 Insurance')
  await waitFor(() => expect(created.hasAttribute('data-highlighted')).toBe(true))
})

test('DOP-01 an empty name is not sent', async () => {
  const { user, create, dialog, asked } = await ask()
  await user.click(create)
  expect(await within(dialog).findByText('A folder name must not be empty.')).toBeTruthy()
  expect(asked).not.toContain('CreateFolder')
})

test('DOP-02 a name that is there, whatever its case, disables Create while it is typed', async () => {
  const { create, dialog, type } = await ask()
  await type('02 PERMITS')
  expect(within(dialog).getByText('Folder 02 PERMITS already exists!')).toBeTruthy()
  expect(create.disabled).toBe(true)
  await type('02 PERMITS and more')
  expect(within(dialog).queryByText(/already exists/)).toBeNull()
  expect(create.disabled).toBe(false)
})

test('DOP-02 what only the server knows stands at the field', async () => {
  const errors = [{ __typename: 'FieldError', field: 'name', message: 'Folder Secret already exists!' }]
  const { user, create, dialog, type } = await ask({
    CreateFolder: { data: { createFolder: { __typename: 'CreateFolderPayload', folder: null, errors } } },
  })
  await type('Secret')
  await user.click(create)
  const message = await within(dialog).findByText('Folder Secret already exists!')
  const field = within(dialog).getByRole('textbox', { name: 'Name' })
  expect(field.getAttribute('aria-describedby')).toBe(message.parentElement?.id)
})

test.each([
  ['fails', SERVER_ERROR],
  ['is refused', refused('FORBIDDEN', 'Not authorized.')],
])('DOP-03 a create that %s says so in the dialog, which keeps the name', async (_how, answer) => {
  const { user, create, dialog, type } = await ask({ CreateFolder: answer })
  await type('04 Insurance')
  await user.click(create)
  expect((await within(dialog).findByRole('alert')).textContent).toBe('A server error has occurred.')
  expect(within(dialog).getByRole<HTMLInputElement>('textbox').value).toBe('04 Insurance')
  expect(create.disabled).toBe(false)
})

test('DOP-02 a name that the server knows to be taken disables Create until it is another', async () => {
  const taken = (name: unknown) => [
    { __typename: 'FieldError', field: 'name', message: `Folder ${name} already exists!` },
  ]
  const { asked, user, create, dialog, type } = await ask({
    CreateFolder: by(({ name }) => ({
      data: { createFolder: { __typename: 'CreateFolderPayload', folder: null, errors: taken(name) } },
    })),
  })
  await type('90 Archive{Enter}')
  await within(dialog).findByText('Folder 90 Archive already exists!')
  await waitFor(() => expect(create.disabled).toBe(true))
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), ' 2024')
  await waitFor(() => expect(create.disabled).toBe(false))
  expect(within(dialog).queryByText(/already exists!/)).toBeNull()
  await type('90 ARCHIVE')
  await within(dialog).findByText('Folder 90 ARCHIVE already exists!')
  expect(create.disabled).toBe(true)
  expect(asked.filter((name) => name === 'CreateFolder')).toHaveLength(1)
})

test('DOP-03 a rule of the server is told as such, any other failure in the one text', async () => {
  const deep = 'Folders can be at most 100 levels deep. Please put "Deeper" higher up.'
  let answer = refused('BAD_USER_INPUT', deep)
  const { user, dialog, type } = await ask({ CreateFolder: by(() => answer) })
  await type('Deeper{Enter}')
  expect(await within(dialog).findByText(deep)).toBeTruthy()
  answer = refused('NOT_FOUND', 'Document not found.')
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), '{Enter}')
  expect(await within(dialog).findByText('A server error has occurred.')).toBeTruthy()
  expect(within(dialog).queryByText(deep)).toBeNull()
})
