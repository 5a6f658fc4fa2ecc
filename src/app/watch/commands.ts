// What `docent report`, `docent alerts` and `docent schedule` call; loaded when one of them is used.
export { readAlerts, readJudged } from './alerts.ts';
export { historyOf } from './metrics.ts';
export { readReports, reportsAsMarkdown, writeFeed } from './report.ts';
export { readSchedule } from './schedule.ts';
export { createScheduler, runScheduler } from './schedule-run.ts';
export { runScheduled } from './schedule-start.ts';
