variable "env" {
  default = "dev"
}

variable "nodes" {
  default = 1
}

terraform {
  required_providers { azurerm = { source = "hashicorp/azurerm" } }
}

provider "azurerm" {
  features {}
}

resource "azurerm_resource_group" "rg" {
  name     = "terraform"
  location = "East US"
  tags     = { env = "test" }
}

resource "azurerm_virtual_network" "vnet" {
  name                = "vnet"
  resource_group_name = azurerm_resource_group.rg.name
  location            = azurerm_resource_group.rg.location
  address_space       = ["10.0.0.0/8"]
}

resource "azurerm_subnet" "nodes" {
  name                 = "nodes"
  resource_group_name  = azurerm_resource_group.rg.name
  virtual_network_name = azurerm_virtual_network.vnet.name
  address_prefixes     = ["10.240.0.0/16"]
}

resource "azurerm_network_security_group" "nsg" {
  name                = "nsg"
  resource_group_name = azurerm_resource_group.rg.name
  location            = azurerm_resource_group.rg.location
  security_rule {
    name                       = "ssh"
    priority                   = 100
    direction                  = "Inbound"
    access                     = "Allow"
    protocol                   = "Tcp"
    source_port_range          = "*"
    destination_port_range     = "22"
    source_address_prefix      = "10.0.0.0/8"
    destination_address_prefix = "*"
  }
}

resource "azurerm_network_security_rule" "r" {
  name                        = "https"
  priority                    = 110
  direction                   = "Inbound"
  access                      = "Allow"
  protocol                    = "Tcp"
  source_port_range           = "*"
  destination_port_ranges     = ["443", "8443"]
  source_address_prefix       = "Internet"
  destination_address_prefix  = "*"
  resource_group_name         = azurerm_resource_group.rg.name
  network_security_group_name = azurerm_network_security_group.nsg2.name
}

resource "azurerm_subnet_network_security_group_association" "a" {
  subnet_id                 = azurerm_subnet.nodes.id
  network_security_group_id = azurerm_network_security_group.nsg.id
}

resource "azurerm_route_table" "rt" {
  name                = "rt"
  resource_group_name = azurerm_resource_group.rg.name
  location            = azurerm_resource_group.rg.location
  route {
    name           = "local"
    address_prefix = "10.0.0.0/8"
    next_hop_type  = "VnetLocal"
  }
}

resource "azurerm_subnet_route_table_association" "a" {
  subnet_id      = azurerm_subnet.nodes.id
  route_table_id = azurerm_route_table.rt.id
}

resource "azurerm_public_ip" "ip" {
  name                = "ip"
  resource_group_name = azurerm_resource_group.rg.name
  location            = azurerm_resource_group.rg.location
  allocation_method   = "Static"
  sku                 = "Standard"
}

resource "azurerm_nat_gateway" "nat" {
  name                = "nat"
  resource_group_name = azurerm_resource_group.rg.name
  location            = azurerm_resource_group.rg.location
  sku_name            = "Standard"
}

resource "azurerm_nat_gateway_public_ip_association" "a" {
  nat_gateway_id       = azurerm_nat_gateway.nat.id
  public_ip_address_id = azurerm_public_ip.ip.id
}

resource "azurerm_subnet_nat_gateway_association" "a" {
  subnet_id      = azurerm_subnet.nodes.id
  nat_gateway_id = azurerm_nat_gateway.nat.id
}

resource "azurerm_user_assigned_identity" "cluster" {
  name                = "identity"
  resource_group_name = azurerm_resource_group.rg.name
  location            = azurerm_resource_group.rg.location
}

resource "azurerm_role_assignment" "net" {
  scope                = azurerm_subnet.nodes.id
  role_definition_name = "Network Contributor"
  principal_id         = azurerm_user_assigned_identity.cluster.principal_id
}

resource "azurerm_kubernetes_cluster" "aks" {
  name                = "tfaks"
  resource_group_name = azurerm_resource_group.rg.name
  location            = azurerm_resource_group.rg.location
  dns_prefix          = "tfaks"
  default_node_pool {
    name           = "default"
    node_count     = 1
    vm_size        = "Standard_D2s_v3"
    vnet_subnet_id = azurerm_subnet.nodes.id
    max_pods       = 110
    zones          = ["1", "2"]
    upgrade_settings {
      max_surge = "33%"
    }
  }
  sku_tier                  = "Standard"
  automatic_upgrade_channel = "patch"
  oidc_issuer_enabled       = true
  workload_identity_enabled = true
  api_server_access_profile {
    authorized_ip_ranges = ["198.51.100.0/24"]
  }
  auto_scaler_profile {
    expander = "least-waste"
  }
  maintenance_window_auto_upgrade {
    frequency   = "Weekly"
    interval    = 1
    duration    = 4
    day_of_week = "Monday"
    start_time  = "03:00"
    utc_offset  = "+00:00"
  }
  tags = { env = var.env }
  identity {
    type         = "UserAssigned"
    identity_ids = [azurerm_user_assigned_identity.cluster.id]
  }
  node_provisioning_profile {
    mode = "Manual"
  }
  network_profile {
    network_plugin = "none"
    service_cidr   = "172.16.0.0/16"
    dns_service_ip = "172.16.0.10"
  }
  depends_on = [azurerm_role_assignment.net, azurerm_subnet_nat_gateway_association.a]
}

resource "azurerm_kubernetes_cluster_node_pool" "np" {
  name                  = "np2"
  kubernetes_cluster_id = azurerm_kubernetes_cluster.aks.id
  vm_size               = "Standard_D2s_v3"
  node_count            = var.nodes
  vnet_subnet_id        = azurerm_subnet.nodes.id
  node_labels           = { a = "b" }
  node_taints           = ["k=v:NoSchedule"]
  # AKS's own default: left out, every plan would take it away.
  upgrade_settings {
    max_surge = "10%"
  }
}

resource "azurerm_network_security_group" "nsg2" {
  name                = "nsg2"
  resource_group_name = azurerm_resource_group.rg.name
  location            = azurerm_resource_group.rg.location
}

resource "azurerm_subnet" "delegated" {
  name                 = "delegated"
  resource_group_name  = azurerm_resource_group.rg.name
  virtual_network_name = azurerm_virtual_network.vnet.name
  address_prefixes     = ["10.241.0.0/24"]
  delegation {
    name = "aks"
    service_delegation {
      name    = "Microsoft.ContainerService/managedClusters"
      actions = ["Microsoft.Network/virtualNetworks/subnets/join/action"]
    }
  }
}

resource "azurerm_public_ip" "front" {
  name                = "front"
  resource_group_name = azurerm_resource_group.rg.name
  location            = azurerm_resource_group.rg.location
  allocation_method   = "Static"
  sku                 = "Standard"
}

resource "azurerm_lb" "lb" {
  name                = "lb"
  resource_group_name = azurerm_resource_group.rg.name
  location            = azurerm_resource_group.rg.location
  sku                 = "Standard"
  frontend_ip_configuration {
    name                 = "front"
    public_ip_address_id = azurerm_public_ip.front.id
  }
}

resource "azurerm_lb_backend_address_pool" "pool" {
  name            = "pool"
  loadbalancer_id = azurerm_lb.lb.id
}

resource "azurerm_lb_probe" "probe" {
  name            = "probe"
  loadbalancer_id = azurerm_lb.lb.id
  port            = 80
}

resource "azurerm_lb_rule" "rule" {
  name                           = "rule"
  loadbalancer_id                = azurerm_lb.lb.id
  protocol                       = "Tcp"
  frontend_port                  = 80
  backend_port                   = 80
  frontend_ip_configuration_name = "front"
  backend_address_pool_ids       = [azurerm_lb_backend_address_pool.pool.id]
  probe_id                       = azurerm_lb_probe.probe.id
}
