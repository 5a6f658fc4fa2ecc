// What the doors need to forget and to keep deletion requests, in one place that is loaded when it is asked for.
export { addRequest, doRequest, listRequests, openRequest, refuseRequest } from './deletion-requests.ts';
export { forgetPlanned, listReceipts, planForget } from './forget.ts';
