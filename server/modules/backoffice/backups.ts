import { takeUntoldFailure } from '../../platform/backup/index.ts'
import type { Database } from '../../platform/database/database.ts'
import { sendMails } from '../../platform/mail/index.ts'
import { superUserEmails } from '../accounts/index.ts'

/** Writes to all super users why the backup by the clock failed, once a day (BACK-26). */
export async function tellOfFailedBackup(db: Database, origin: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const failure = await takeUntoldFailure(tx)
    if (failure === null) return
    const recipients = await superUserEmails(tx)
    await sendMails(
      tx,
      recipients.map((recipient) => ({
        recipient,
        subject: 'The Helioroom backup failed',
        title: 'The backup failed',
        paragraphs: [
          'The last backup by the clock failed, or was not verified. The installation itself goes on as before.',
        ],
        facts: [{ label: 'Reason', value: failure }],
        button: { label: 'Open the system status', url: `${origin}/tagauks/status` },
        foot: { why: 'You get this e-mail because you are a super user of this installation.' },
      })),
    )
  })
}
