import { CLIENT_FILE } from '../../engine/run/folder/files.ts'
import type { ClientReport } from '../outcome/clients/report.ts'
import { clientJson } from './json.ts'
import { clientJUnit } from './junit.ts'
import { clientPage } from './page/page.ts'

/** Reports about clients, by name. */
export const CLIENT_REPORTERS: Record<string, { file: string; render(report: ClientReport): string }> = {
  json: { file: CLIENT_FILE, render: clientJson },
  html: { file: 'client.html', render: clientPage },
  junit: { file: 'client-junit.xml', render: clientJUnit },
}
