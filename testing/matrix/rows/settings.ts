import { PASSWORD } from '../../factories.ts'
import { widePng } from '../../hostileFiles.ts'
import { allowed, EVERYBODY, list, object, own, type Row, USERS_ADMINS } from './row.ts'

const SELF_AND_ADMINS = own('viewer', { ok: USERS_ADMINS })
/** Who administers somebody sees that they are there, and changes nothing of theirs. */
const SELF = own('viewer', { FORBIDDEN: USERS_ADMINS })

/** What the viewer sets of their own, asked for by everybody. */
export const SETTINGS_ROWS: readonly Row[] = [
  {
    field: 'Query.user',
    title: 'is for that user, and for those who administer them',
    query: 'query($id: ID!) { user(id: $id) { id email } }',
    variables: ({ people }) => ({ id: people.viewer }),
    expected: SELF_AND_ADMINS,
    holds: (data) => object(data).email === 'viewer@matrix.example',
  },
  {
    field: 'Mutation.updateProfile',
    title: 'is for that user alone (PROF-13)',
    query:
      'mutation($id: ID!) { updateProfile(id: $id, firstName: "Pat", lastName: "Lee", title: "Analyst") { user { title } errors { message } } }',
    variables: ({ people }) => ({ id: people.viewer }),
    expected: SELF,
    holds: (data) => object(object(data).user).title === 'Analyst',
  },
  {
    field: 'Mutation.uploadAvatar',
    title: 'is for that user alone (PROF-13)',
    query:
      'mutation($id: ID!, $file: Upload!) { uploadAvatar(userId: $id, file: $file) { user { avatarUrl } errors { message } } }',
    variables: ({ people }) => ({
      id: people.viewer,
      file: new File([new Uint8Array(widePng(9, 9))], 'face.png'),
    }),
    expected: SELF,
    holds: (data) => String(object(object(data).user).avatarUrl).startsWith('/files/own/'),
  },
  {
    field: 'Mutation.deleteAvatar',
    title: 'is for that user alone (PROF-13)',
    query: 'mutation($id: ID!) { deleteAvatar(userId: $id) { user { avatarUrl } } }',
    variables: ({ people }) => ({ id: people.viewer }),
    expected: SELF,
    holds: (data) => object(object(data).user).avatarUrl === null,
  },
  {
    field: 'Query.countries',
    title: 'are for whoever is signed in',
    query: '{ countries { code dialCode } }',
    variables: () => ({}),
    expected: allowed(EVERYBODY),
    holds: (data) => list(data).some(({ code, dialCode }) => code === 'US' && dialCode === '+1'),
  },
  {
    field: 'Mutation.checkUserPassword',
    title: 'is for that user alone',
    query:
      'mutation($id: ID!, $password: String!) { checkUserPassword(id: $id, password: $password) { success } }',
    variables: ({ people }) => ({ id: people.viewer, password: PASSWORD }),
    expected: SELF,
    holds: (data) => object(data).success === true,
  },
  {
    field: 'Mutation.updatePhoneNumberSendAuth',
    title: 'is for that user alone',
    query:
      'mutation($id: ID!) { updatePhoneNumberSendAuth(id: $id, phoneNumber: "2025550143", countryCode: "US") { success } }',
    variables: ({ people }) => ({ id: people.viewer }),
    expected: SELF,
    holds: (data) => object(data).success === true,
  },
  {
    field: 'Mutation.updatePhoneNumber',
    title: 'is for that user alone',
    query:
      'mutation($id: ID!) { updatePhoneNumber(id: $id, phoneNumber: "2025550143", countryCode: "US", authCode: "x") { errors { field } } }',
    variables: ({ people }) => ({ id: people.viewer }),
    expected: SELF,
    holds: (data) => object(list(object(data).errors)[0]).field === 'authCode',
  },
  {
    field: 'Mutation.updatePassword',
    title: 'is for that user alone',
    query:
      'mutation($id: ID!, $password: String!) { updatePassword(id: $id, oldPassword: $password, newPassword: $password) { success } }',
    variables: ({ people }) => ({ id: people.viewer, password: PASSWORD }),
    expected: SELF,
    holds: (data) => object(data).success === true,
  },
]
