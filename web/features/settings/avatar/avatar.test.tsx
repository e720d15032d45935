import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { organisation, viewerOf } from '../../../testing/fixtures.ts'
import {
  type Answer,
  type Answers,
  by,
  renderAt,
  SERVER_ERROR,
  setWindowWidth,
} from '../../../testing/renderAt.tsx'

const MERIDIAN = organisation('Meridian', ['DOCUMENTS_VIEW'])
const REFUSAL = 'Please choose an image file of at most 5 MB.'
const NEW = '/files/own/new/signature'

beforeEach(() => setWindowWidth(1440))

const answerOf = (field: string, typename: string, avatarUrl: string | null, rest: object = {}): Answer => ({
  data: {
    [field]: { __typename: typename, user: { __typename: 'User', id: 'person-1', avatarUrl }, ...rest },
  },
})
const UPLOADED = answerOf('uploadAvatar', 'UploadAvatarPayload', NEW, { errors: [] })

/** My Profile of somebody with a picture, or without; a browser that can read pictures unless told. */
function open({ avatarUrl = null as string | null, readable = true, answers = {} as Answers } = {}) {
  const sent: Record<string, unknown>[] = []
  const profile = {
    __typename: 'User',
    id: 'person-1',
    firstName: 'Maya',
    lastName: 'Okafor',
    fullName: 'Maya Okafor',
    companyName: null,
    title: null,
    location: null,
    avatarUrl,
    revision: 1,
  }
  vi.stubGlobal('createImageBitmap', async () => {
    if (!readable) throw new DOMException('The source image could not be decoded.')
    return { width: 400, height: 200, close: () => undefined }
  })
  // Nothing is drawn here; a browser that draws is a journey's.
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give, type) =>
    give(new Blob(['square'], { type: type ?? '' })),
  )
  const page = renderAt('/profile', {
    Viewer: viewerOf([MERIDIAN], { avatarUrl }),
    ProfilePage: { data: { user: profile } },
    UploadAvatar: by((variables) => {
      sent.push(variables)
      return (answers.UploadAvatar as Answer | undefined) ?? UPLOADED
    }),
    DeleteAvatar: answerOf('deleteAvatar', 'DeleteAvatarPayload', null),
    ...('DeleteAvatar' in answers ? { DeleteAvatar: answers.DeleteAvatar as Answer } : {}),
  })
  return { ...page, sent, user: userEvent.setup({ applyAccept: false }) }
}

const input = async () => {
  await screen.findByRole('button', { name: 'Upload new picture' })
  return document.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement
}
const file = (name: string, size = 10) => new File([new Uint8Array(size)], name)
const pictures = () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))

test('PROF-10 Delete Photo shows only where there is a photo, and brings the default avatar back', async () => {
  const { user } = open({ avatarUrl: '/files/own/old/signature' })
  await input()
  expect(pictures()).toEqual(['/files/own/old/signature', '/files/own/old/signature'])
  await user.click(screen.getByRole('button', { name: 'Delete Photo' }))
  await waitFor(() => expect(pictures()).toEqual([]))
  expect(screen.queryByRole('button', { name: 'Delete Photo' })).toBeNull()
})

test('PROF-09 PROF-11 a new picture is cropped and sent, and shows in the settings and in the top bar immediately', async () => {
  const { user, sent, asked } = open()
  expect(screen.queryByRole('button', { name: 'Delete Photo' })).toBeNull()
  await user.upload(await input(), file('Holiday.JPG'))
  const dialog = await screen.findByRole('dialog', { name: 'Upload new picture' })
  const part = await within(dialog).findByRole('application', { name: 'Crop area' })
  part.focus()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  await user.click(within(dialog).getByRole('button', { name: 'Save picture' }))
  await waitFor(() => expect(pictures()).toEqual([NEW, NEW]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [variables] = sent
  expect(variables?.userId).toBe('person-1')
  expect(variables?.file).toMatchObject({ name: 'avatar.jpg' })
  expect(asked.filter((name) => name === 'Viewer')).toHaveLength(1)
  screen.getByRole('button', { name: 'Delete Photo' })
})

test.each([
  ['a HEIC picture', file('face.heic')],
  ['an SVG', file('face.svg')],
  ['no picture', file('face.pdf')],
  ['a file without an extension', file('face')],
  ['more than 5 MB', file('face.png', 5_242_881)],
  ['nothing at all', file('face.png', 0)],
])('PROF-12 %s is refused before anything is sent', async (_what, chosen) => {
  const { user, sent } = open()
  await user.upload(await input(), chosen)
  await screen.findByText(REFUSAL)
  expect(screen.queryByRole('dialog')).toBeNull()
  // The next choice is another one.
  await user.upload(await input(), file('face.gif', 5_242_880))
  await screen.findByRole('dialog', { name: 'Upload new picture' })
  expect(screen.queryByText(REFUSAL)).toBeNull()
  expect(sent).toEqual([])
})

test('PROF-12 a picture that the browser can’t read says so and can’t be saved', async () => {
  const { user } = open({ readable: false })
  await user.upload(await input(), file('broken.png'))
  const dialog = await screen.findByRole('dialog', { name: 'Upload new picture' })
  await within(dialog).findByText('This image could not be read. Please choose another one.')
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save picture' }).disabled).toBe(true)
})

test('what the server refuses is said in the dialog, which stays; a photo that could not be deleted stays', async () => {
  const errors = [{ __typename: 'FieldError', field: 'file', message: REFUSAL }]
  const refused = { data: { uploadAvatar: { __typename: 'UploadAvatarPayload', user: null, errors } } }
  const { user } = open({
    avatarUrl: '/files/own/old/signature',
    answers: { UploadAvatar: refused, DeleteAvatar: SERVER_ERROR },
  })
  await user.upload(await input(), file('face.png'))
  const dialog = await screen.findByRole('dialog', { name: 'Upload new picture' })
  await within(dialog).findByRole('application')
  await user.click(within(dialog).getByRole('button', { name: 'Save picture' }))
  await within(dialog).findByText(REFUSAL)
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Delete Photo' }))
  await screen.findByText('A server error has occurred')
  expect(pictures()).toHaveLength(2)
})
