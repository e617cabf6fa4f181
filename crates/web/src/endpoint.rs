//! Where a server is reached: its socket, its address, and who may use it.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use tokio::net::TcpListener;

use crate::guard::AccessPolicy;

/// The default port.
pub const PORT: u16 = 7878;

/// A bound socket with its access policy.
pub struct Endpoint {
    pub(crate) listener: TcpListener,
    pub(crate) guard: AccessPolicy,
    address: SocketAddr,
}

impl Endpoint {
    /// Binds an address: this machine only, or `listen` for other machines, which need the token. Without a port it is [`PORT`], or
    /// any free one if that is taken; a given port that is taken is an error.
    pub async fn bind(port: Option<u16>, listen: Option<IpAddr>, token: Option<&str>) -> io::Result<Endpoint> {
        let address = listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let bind = async |port| {
            let target = SocketAddr::new(address, port);
            TcpListener::bind(target).await.map_err(|error| io::Error::new(error.kind(), format!("{target}: {error}")))
        };
        let listener = match port {
            Some(port) => bind(port).await?,
            None => match bind(PORT).await {
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => bind(0).await?,
                other => other?,
            },
        };
        let address = listener.local_addr()?;
        let guard = match listen {
            None => AccessPolicy::Loopback(address.port()),
            Some(_) => AccessPolicy::with_token(address.port(), token).map_err(io::Error::other)?,
        };
        Ok(Endpoint { listener, guard, address })
    }

    /// The URL to open, with the token.
    ///
    /// A server that listens on all addresses does not know its name on the network and returns the loopback address.
    pub fn url(&self) -> String {
        let host = match self.address.ip() {
            ip if ip.is_unspecified() => SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), self.address.port()),
            _ => self.address,
        };
        self.url_of(host)
    }

    /// The URL for other machines, as far as the system knows.
    pub fn shared_url(&self) -> String {
        self.url_of(SocketAddr::new(local_ip(self.address.ip()), self.address.port()))
    }

    fn url_of(&self, host: SocketAddr) -> String {
        match self.guard.token() {
            None => format!("http://{host}/"),
            Some(token) => format!("http://{host}/?token={token}"),
        }
    }
}

/// The address under which other machines on the network see this one, as far as the system knows; sends nothing.
fn local_ip(bound: IpAddr) -> IpAddr {
    if !bound.is_unspecified() {
        return bound;
    }
    // The system chooses the sender's address when a target is named. This target is reserved for documentation.
    let found = std::net::UdpSocket::bind((bound, 0)).and_then(|socket| {
        let target = if bound.is_ipv4() { "192.0.2.1:9" } else { "[2001:db8::1]:9" };
        socket.connect(target)?;
        Ok(socket.local_addr()?.ip())
    });
    found.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
}
