import type { REPORT_NAMES } from '../engine/config/options.ts'
import { REPORT_PAGE } from '../engine/run/folder/files.ts'
import { agentReport } from './agent/agent.ts'
import { badgeJson, badgeSvg } from './badge/badge.ts'
import { ctrfReport } from './ctrf/ctrf.ts'
import { harReport } from './har/har.ts'
import { htmlReport } from './html/page.ts'
import { jsonReport } from './json.ts'
import { junitReport } from './junit/junit.ts'
import { markdownReport } from './markdown/markdown.ts'
import type { Reporter } from './reporter.ts'
import { tracesReport } from './traces/traces.ts'

export const REPORTERS: Record<string, Reporter> = {
  json: { file: 'report.json', render: ({ report }) => jsonReport(report) },
  html: { file: REPORT_PAGE, render: htmlReport },
  junit: { file: 'junit.xml', render: junitReport },
  ctrf: { file: 'ctrf.json', render: ctrfReport },
  har: { file: 'run.har', private: true, render: harReport },
  traces: { file: 'traces.json', private: true, render: tracesReport },
  markdown: { file: 'summary.md', render: markdownReport },
  agent: { file: 'agent.md', render: agentReport },
  badge: { file: 'badge.json', render: badgeJson, also: { file: 'badge.svg', render: badgeSvg } },
} satisfies Record<(typeof REPORT_NAMES)[number], Reporter>
