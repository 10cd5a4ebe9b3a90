// The routes of the GitHub API (version 3), the usual example of a large route table. One line is a path and its methods;
// placeholders are written `:name`.
const table = `
/authorizations GET POST
/authorizations/:id GET DELETE PATCH
/authorizations/clients/:client PUT
/applications/:client/tokens DELETE
/applications/:client/tokens/:token GET DELETE
/emojis GET
/events GET
/feeds GET
/gists GET POST
/gists/public GET
/gists/starred GET
/gists/:id GET PATCH DELETE
/gists/:id/star GET PUT DELETE
/gists/:id/forks GET POST
/gists/:id/commits GET
/gists/:id/comments GET POST
/gists/:id/comments/:comment GET PATCH DELETE
/gitignore/templates GET
/gitignore/templates/:name GET
/issues GET
/legacy/issues/search/:owner/:repository/:state/:keyword GET
/legacy/repos/search/:keyword GET
/legacy/user/search/:keyword GET
/legacy/user/email/:email GET
/markdown POST
/markdown/raw POST
/meta GET
/networks/:owner/:repo/events GET
/notifications GET PUT
/notifications/threads/:id GET PATCH
/notifications/threads/:id/subscription GET PUT DELETE
/orgs/:org GET PATCH
/orgs/:org/events GET
/orgs/:org/hooks GET POST
/orgs/:org/issues GET
/orgs/:org/members GET
/orgs/:org/members/:user GET DELETE
/orgs/:org/public_members GET
/orgs/:org/public_members/:user GET PUT DELETE
/orgs/:org/repos GET POST
/orgs/:org/teams GET POST
/rate_limit GET
/repos/:owner/:repo GET PATCH DELETE
/repos/:owner/:repo/assignees GET
/repos/:owner/:repo/assignees/:assignee GET
/repos/:owner/:repo/branches GET
/repos/:owner/:repo/branches/:branch GET
/repos/:owner/:repo/collaborators GET
/repos/:owner/:repo/collaborators/:user GET PUT DELETE
/repos/:owner/:repo/comments GET
/repos/:owner/:repo/comments/:id GET PATCH DELETE
/repos/:owner/:repo/commits GET
/repos/:owner/:repo/commits/:sha GET
/repos/:owner/:repo/commits/:sha/comments GET POST
/repos/:owner/:repo/contributors GET
/repos/:owner/:repo/deployments GET POST
/repos/:owner/:repo/downloads GET
/repos/:owner/:repo/downloads/:id GET DELETE
/repos/:owner/:repo/events GET
/repos/:owner/:repo/forks GET POST
/repos/:owner/:repo/git/blobs POST
/repos/:owner/:repo/git/blobs/:sha GET
/repos/:owner/:repo/git/commits POST
/repos/:owner/:repo/git/commits/:sha GET
/repos/:owner/:repo/git/refs GET POST
/repos/:owner/:repo/git/tags POST
/repos/:owner/:repo/git/tags/:sha GET
/repos/:owner/:repo/git/trees POST
/repos/:owner/:repo/git/trees/:sha GET
/repos/:owner/:repo/hooks GET POST
/repos/:owner/:repo/hooks/:id GET PATCH DELETE
/repos/:owner/:repo/hooks/:id/tests POST
/repos/:owner/:repo/issues GET POST
/repos/:owner/:repo/issues/:number GET PATCH
/repos/:owner/:repo/issues/:number/comments GET POST
/repos/:owner/:repo/issues/:number/events GET
/repos/:owner/:repo/issues/:number/labels GET POST PUT DELETE
/repos/:owner/:repo/issues/:number/labels/:name DELETE
/repos/:owner/:repo/keys GET POST
/repos/:owner/:repo/keys/:id GET PATCH DELETE
/repos/:owner/:repo/labels GET POST
/repos/:owner/:repo/labels/:name GET PATCH DELETE
/repos/:owner/:repo/languages GET
/repos/:owner/:repo/merges POST
/repos/:owner/:repo/milestones GET POST
/repos/:owner/:repo/milestones/:number GET PATCH DELETE
/repos/:owner/:repo/milestones/:number/labels GET
/repos/:owner/:repo/notifications GET PUT
/repos/:owner/:repo/pulls GET POST
/repos/:owner/:repo/pulls/:number GET PATCH
/repos/:owner/:repo/pulls/:number/comments GET PUT
/repos/:owner/:repo/pulls/:number/commits GET
/repos/:owner/:repo/pulls/:number/files GET
/repos/:owner/:repo/pulls/:number/merge GET PUT
/repos/:owner/:repo/readme GET
/repos/:owner/:repo/releases GET POST
/repos/:owner/:repo/releases/:id GET PATCH DELETE
/repos/:owner/:repo/releases/:id/assets GET
/repos/:owner/:repo/stargazers GET
/repos/:owner/:repo/stats/code_frequency GET
/repos/:owner/:repo/stats/commit_activity GET
/repos/:owner/:repo/stats/contributors GET
/repos/:owner/:repo/stats/participation GET
/repos/:owner/:repo/stats/punch_card GET
/repos/:owner/:repo/statuses/:ref GET POST
/repos/:owner/:repo/subscribers GET
/repos/:owner/:repo/subscription GET PUT DELETE
/repos/:owner/:repo/tags GET
/repos/:owner/:repo/teams GET
/repositories GET
/search/code GET
/search/issues GET
/search/repositories GET
/search/users GET
/teams/:id GET PATCH DELETE
/teams/:id/members GET
/teams/:id/members/:user GET PUT DELETE
/teams/:id/repos GET
/teams/:id/repos/:owner/:repo GET PUT DELETE
/user GET PATCH
/user/emails GET POST DELETE
/user/followers GET
/user/following GET
/user/following/:user GET PUT DELETE
/user/issues GET
/user/keys GET POST
/user/keys/:id GET PATCH DELETE
/user/orgs GET
/user/repos GET POST
/user/starred GET
/user/starred/:owner/:repo GET PUT DELETE
/user/subscriptions GET
/user/subscriptions/:owner/:repo GET PUT DELETE
/user/teams GET
/users GET
/users/:user GET
/users/:user/events GET
/users/:user/events/orgs/:org GET
/users/:user/events/public GET
/users/:user/followers GET
/users/:user/following GET
/users/:user/following/:target GET
/users/:user/gists GET
/users/:user/keys GET
/users/:user/orgs GET
/users/:user/received_events GET
/users/:user/received_events/public GET
/users/:user/repos GET
/users/:user/starred GET
/users/:user/subscriptions GET
`;

/** `{ method, path }` for each */
export const githubRoutes = table
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [path, ...methods] = line.split(' ');
    return methods.map((method) => ({ method, path }));
  });
