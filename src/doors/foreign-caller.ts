// Who may send requests to a server on this machine: callers that name it, but no page of another site in a browser.
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';

/** The refusal of a request whose Host or Origin is not this machine, in the words of MCP; undefined for one that may pass. */
export function foreignCaller(request: Request): Response | undefined {
  return (
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins())
  );
}
